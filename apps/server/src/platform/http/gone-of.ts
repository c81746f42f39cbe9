import type { FastifyReply } from 'fastify'

/** Aborted when the caller goes away before the reply is sent. */
export function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}
