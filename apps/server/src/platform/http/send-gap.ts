import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { findServed } from './find-served.ts'
import { pathOf, sendNotFound } from './not-found.ts'
import { type ErrorBody, inFormOf } from './present-error.ts'

type Gap = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/** Where no route answers: an address that has other methods names them; any other is not found. */
export function sendGap(
  app: Pick<FastifyInstance, 'served'>,
  config: Pick<Config, 'productId'>,
  { request, reply }: Gap,
) {
  const others = findServed(app, config, pathOf(request))
  const [endpoint] = others
  if (!endpoint) return sendNotFound(request, reply)
  const detail = `Method "${request.method}" not allowed.`
  const errors = [{ code: 'method_not_allowed', detail, attr: null }]
  const body: ErrorBody = { type: 'client_error', errors }
  return reply
    .status(405)
    .header('allow', [...new Set(others.map(({ method }) => method))].join(', '))
    .type('application/json; charset=utf-8')
    .send(inFormOf(endpoint, { status: 405, body }))
}
