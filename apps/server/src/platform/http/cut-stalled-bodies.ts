import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'

type Coming = { readonly reply: FastifyReply; bytes: number; since: number }

/**
 * Answers 408 and closes the connection where nothing has come of a body for so long. A body that waits for
 * us is left alone, and so is a slow one: only who sends nothing at all is cut.
 */
export function cutStalledBodies(app: FastifyInstance, { seconds }: { seconds: number }): void {
  const coming = new Map<FastifyRequest, Coming>()
  const look = () => {
    for (const [request, one] of coming) {
      const { complete, destroyed } = request.raw
      if (complete || destroyed) coming.delete(request)
      else if (stalledFor(request, one) >= seconds * 1000) {
        coming.delete(request)
        cut(request, one.reply, seconds)
      }
    }
  }
  const timer = setInterval(look, (seconds * 1000) / 4).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (raw.complete) return
    coming.set(request, { reply, bytes: raw.socket.bytesRead, since: performance.now() })
    reply.raw.once('close', () => coming.delete(request))
  })
}

/** For how many milliseconds nothing has come. */
function stalledFor({ raw }: FastifyRequest, one: Coming): number {
  const now = performance.now()
  const bytes = raw.socket.bytesRead
  if (bytes !== one.bytes || raw.readableLength > 0) Object.assign(one, { bytes, since: now })
  return now - one.since
}

function cut({ raw }: FastifyRequest, reply: FastifyReply, seconds: number): void {
  if (reply.sent) return void raw.socket.destroy()
  reply.raw.once('finish', () => raw.socket.destroy())
  const detail = `Nothing came of the body for ${seconds} seconds.`
  reply
    .header('connection', 'close')
    .send(new AppError('timed-out', [{ code: 'timed_out', detail, attr: null }]))
}
