import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import { hasConnection } from './request.ts'

type IncomingBody = { readonly reply: FastifyReply; bytes: number; progressAt: number }

/**
 * Replies 408 and closes the connection if no byte of a body has arrived for the given time. A body
 * that we have not read yet is left alone, and so is a slow one: only senders that send nothing at
 * all are cut off.
 */
export function abortStalledBodies(app: FastifyInstance, { seconds }: { seconds: number }): void {
  const bodies = new Map<FastifyRequest, IncomingBody>()
  const checkBodies = () => {
    for (const [request, body] of bodies) {
      const { complete, destroyed: isDestroyed } = request.raw
      if (complete || isDestroyed) bodies.delete(request)
      else if (getStalledMilliseconds(request, body) >= seconds * 1000) {
        bodies.delete(request)
        abortBody(request, body.reply, seconds)
      }
    }
  }
  const timer = setInterval(checkBodies, (seconds * 1000) / 4).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (raw.complete || !hasConnection(request)) return
    bodies.set(request, { reply, bytes: raw.socket.bytesRead, progressAt: performance.now() })
    reply.raw.once('close', () => bodies.delete(request))
  })
}

/** Returns for how many milliseconds nothing has arrived. */
function getStalledMilliseconds({ raw }: FastifyRequest, body: IncomingBody): number {
  const now = performance.now()
  const bytes = raw.socket.bytesRead
  if (bytes !== body.bytes || raw.readableLength > 0)
    Object.assign(body, { bytes, progressAt: now })
  return now - body.progressAt
}

function abortBody({ raw }: FastifyRequest, reply: FastifyReply, seconds: number): void {
  if (reply.sent) return void raw.socket.destroy()
  reply.raw.once('finish', () => raw.socket.destroy())
  const detail = `No request body data arrived for ${seconds} seconds.`
  reply
    .header('connection', 'close')
    .send(new AppError('timed-out', [{ code: 'timed_out', detail, attr: null }]))
}
