import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type SecurityEvent, tellSecurity } from '../log/tell-security.ts'
import { endpointOf } from './fastify.ts'

/** Writes down who was refused, whose key was wrong, and to whom a key was shown: for every route. */
export function tellRefusals(app: FastifyInstance, { log }: Pick<Context, 'log'>): void {
  app.addHook('onResponse', async (request, reply) => {
    const event = eventOf(request, reply)
    if (!event) return
    tellSecurity(log, event, {
      status: reply.statusCode,
      method: request.method,
      // The address as it was sent may hold anything.
      route: request.routeOptions.url,
      address: request.ip,
      userId: request.session?.user.id,
      requestId: request.id,
    })
  })
}

function eventOf(request: FastifyRequest, { statusCode }: FastifyReply): SecurityEvent | undefined {
  const endpoint = endpointOf(request)
  const isRefused = statusCode === 401 || statusCode === 403
  if (isRefused && endpoint?.who === 'key') return 'wrong-key'
  // A page asks once whether somebody is signed in.
  if (isRefused && (statusCode === 403 || request.headers.cookie)) return 'refused'
  return endpoint?.showsKeys && statusCode < 300 ? 'key-shown' : undefined
}
