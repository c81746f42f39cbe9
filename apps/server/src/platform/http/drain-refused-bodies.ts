import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasConnection } from './request.ts'

type DrainLimits = { readonly bytes: number; readonly seconds: number }

/**
 * Lets senders receive a reply that is sent before their body has arrived, such as a refusal of one
 * that is too large. If the connection were closed at once, the system would reset it, and most
 * clients would report an error of the connection instead of the reply.
 *
 * What still arrives is discarded up to a limit. Beyond it nothing more is read, and after some
 * time the connection is closed.
 */
export function drainRefusedBodies(app: FastifyInstance, limits: DrainLimits): void {
  app.addHook('onSend', async (request, reply) => {
    // A body that stalled is not worth waiting for: its connection is closed with the reply.
    if (!hasConnection(request) || request.raw.complete) return
    if (!hasBody(request) || reply.statusCode === 408) return
    reply.removeHeader('connection')
    keepOpenUntilDrained(request, reply)
    discardBody(request, limits)
  })
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/** Node would close the connection of such a client as soon as the reply is sent. */
function keepOpenUntilDrained({ raw: request }: FastifyRequest, { raw: reply }: FastifyReply) {
  if (reply.shouldKeepAlive) return
  reply.shouldKeepAlive = true
  const closeWhenDone = () => {
    if (request.complete && reply.writableFinished) request.socket.end()
  }
  request.once('end', closeWhenDone)
  reply.once('finish', closeWhenDone)
}

function discardBody({ raw: request }: FastifyRequest, { bytes, seconds }: DrainLimits): void {
  const { socket } = request
  let discardedBytes = 0
  const timeout = setTimeout(() => socket.destroy(), seconds * 1000)
  request.once('close', () => clearTimeout(timeout))
  request.unpipe()
  request.on('data', (chunk: Buffer) => {
    discardedBytes += chunk.length
    if (discardedBytes > bytes) request.pause()
  })
  request.resume()
}
