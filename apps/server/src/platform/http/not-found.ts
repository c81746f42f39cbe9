import { textServiceBase } from '@recto/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Programs ask below these, and show whatever they get as it is: nothing there replies with a page. */
const ofPrograms =
  /^\/(?:api|deployment|mr|internal|public|general\/v0|v1\/(?:convert|status|result))(?:\/|$)/

export const pathOf = ({ url }: Pick<FastifyRequest, 'url'>): string => url.split('?', 1)[0] ?? '/'

export const isForPrograms = (path: string): boolean => ofPrograms.test(path)

/** The path itself, or what lies below it. */
export const isBelow = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(`${prefix}/`)

/** The reply of an address that is none: a page where people meet it. */
export function sendNotFound(request: Pick<FastifyRequest, 'url'>, reply: FastifyReply) {
  reply.status(404)
  const path = pathOf(request)
  if (isForPrograms(path)) {
    const errors = [{ code: 'not_found', detail: 'Not found.', attr: null }]
    const usual = { type: 'client_error', errors }
    // Clients of the text service look for a message, and fail where there is none.
    const body = isBelow(path, textServiceBase) ? { message: 'Not found.' } : usual
    return reply.type('application/json; charset=utf-8').send(body)
  }
  return reply
    .type('text/html; charset=utf-8')
    .send('<!doctype html><title>Not found</title><h1>Not found</h1>')
}
