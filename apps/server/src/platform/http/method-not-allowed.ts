import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../app-error.ts'
import type { Config } from '../config/config.ts'
import { findEndpointsAtPath } from './endpoint-pattern.ts'
import { getPath, sendNotFound } from './not-found.ts'
import { type ErrorBody, formatErrorBody } from './present-error.ts'

type UnmatchedRequest = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/**
 * Replies to a request without a matching route: 405 if the path has other methods, 404 otherwise.
 */
export function sendNotFoundOrMethodNotAllowed(
  app: Pick<FastifyInstance, 'registeredEndpoints'>,
  config: Pick<Config, 'productId'>,
  { request, reply }: UnmatchedRequest,
) {
  const endpoints = findEndpointsAtPath(app, config, getPath(request))
  const [endpoint] = endpoints
  if (!endpoint) return sendNotFound(request, reply)
  const detail = `Method "${request.method}" not allowed.`
  const errors: readonly Fault[] = [{ code: 'method_not_allowed', detail, attr: null }]
  const body: ErrorBody = { type: 'client_error', errors }
  return reply
    .status(405)
    .header('allow', [...new Set(endpoints.map(({ method }) => method))].join(', '))
    .type('application/json; charset=utf-8')
    .send(formatErrorBody(endpoint, { status: 405, body }))
}
