import { textServiceBase } from '@recto/contract/wire/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Programs use the paths below these and print whatever they get, so no reply there is a page. */
const apiPath = /^\/(?:api|deployment|mr|internal|public|general\/v0)(?:\/|$)|^\/version$/

/** Below it are the calls of another parser, and the pages of an organization that has this name. */
const sharedPath = /^\/v1(?:\/|$)/

export const getPath = ({ url }: Pick<FastifyRequest, 'url'>): string => url.split('?', 1)[0] ?? '/'

/** Whether the caller of a path is a program, which gets JSON. */
export const isApiCall = (request: Pick<FastifyRequest, 'url' | 'headers'>): boolean => {
  const path = getPath(request)
  const wantsPage = request.headers.accept?.includes('text/html') ?? false
  return apiPath.test(path) || (sharedPath.test(path) && !wantsPage)
}

/** Whether a path equals the prefix or is below it. */
export const isBelow = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(`${prefix}/`)

/** Their clients expect a detail. */
const isOfOtherParser = (path: string) => isBelow(path, '/v1') || isBelow(path, '/general/v0')

/** Replies that there is nothing at the URL: as a page for people, as JSON for programs. */
export function sendNotFound(
  request: Pick<FastifyRequest, 'url' | 'headers'>,
  reply: FastifyReply,
) {
  reply.status(404)
  const path = getPath(request)
  if (isApiCall(request)) {
    const errors = [{ code: 'not_found', detail: 'Not found.', attr: null }]
    const defaultBody = { type: 'client_error', errors }
    // Clients of the text service expect a message.
    const body = isBelow(path, textServiceBase)
      ? { message: 'Not found.' }
      : isOfOtherParser(path)
        ? { ...defaultBody, detail: 'Not Found' }
        : defaultBody
    return reply.type('application/json; charset=utf-8').send(body)
  }
  return reply
    .type('text/html; charset=utf-8')
    .send('<!doctype html><title>Not found</title><h1>Not found</h1>')
}
