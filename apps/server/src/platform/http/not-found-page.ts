import type { FastifyReply } from 'fastify'

/** The reply of an address that is none: a page, because people meet it and programs do not. */
export function sendNotFoundPage(reply: FastifyReply): FastifyReply {
  return reply
    .status(404)
    .type('text/html; charset=utf-8')
    .send('<!doctype html><title>Not found</title><h1>Not found</h1>')
}
