import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { logSecurityEvent, type SecurityEvent } from '../log/log-security-event.ts'
import { getRequestEndpoint } from './request.ts'

/**
 * Writes to the security log, for every route, which requests were refused, which keys were wrong,
 * and who was shown a key.
 */
export function logRefusals(app: FastifyInstance, { log }: Pick<Context, 'log'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const event = getSecurityEvent(request, reply)
    if (!event) return
    logSecurityEvent(log, event, {
      status: reply.statusCode,
      method: request.method,
      // The route pattern, because the requested URL may contain anything.
      route: request.routeOptions.url,
      address: request.ip,
      userId: request.session?.user.id,
      requestId: request.id,
    })
  })
}

function getSecurityEvent(
  request: FastifyRequest,
  { statusCode }: FastifyReply,
): SecurityEvent | undefined {
  const endpoint = getRequestEndpoint(request)
  const isRefused = statusCode === 401 || statusCode === 403
  if (isRefused && endpoint?.who === 'key') return 'wrong-key'
  // The page makes one request without a cookie to find out whether the user is signed in.
  if (isRefused && (statusCode === 403 || request.headers.cookie)) return 'refused'
  return endpoint?.showsKeys && statusCode < 300 ? 'key-shown' : undefined
}
