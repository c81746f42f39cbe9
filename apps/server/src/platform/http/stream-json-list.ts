import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

type ProduceItems = (add: (item: unknown) => void) => Promise<void>

/**
 * Streams a JSON list while it is produced, one item per line, so that a client that reads lines
 * gets each item immediately. The work continues if the client disconnects; an error breaks the
 * list off.
 */
export function streamJsonList(reply: FastifyReply, work: ProduceItems): FastifyReply {
  const body = new PassThrough()
  let isFirst = true
  const add = (item: unknown) => {
    if (body.destroyed) return
    body.write(`${isFirst ? '' : ','}${JSON.stringify(item)}\n`)
    isFirst = false
  }
  body.write('[\n')
  work(add).then(
    () => body.end(']\n'),
    (error) => body.destroy(error),
  )
  return reply.type('application/json; charset=utf-8').send(body)
}
