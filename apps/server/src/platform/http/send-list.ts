import { PassThrough } from 'node:stream'
import type { FastifyReply } from 'fastify'

type Work = (add: (item: unknown) => void) => Promise<void>

/**
 * Sends a JSON list while it is made: one item a line, so that whoever reads lines has each item when
 * it is there. The work goes on when its reader has gone. What it throws breaks the list off.
 */
export function sendList(reply: FastifyReply, work: Work): FastifyReply {
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
