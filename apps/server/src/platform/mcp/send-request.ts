import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { getEndpointPattern } from '../http/endpoint-pattern.ts'
import type { SendRequest } from './api-request.ts'

/**
 * Returns a function that sends requests to this process's own API with the key of the agent. A tool so has the rights,
 * checks, limits and audit entries of the endpoint that it stands for, and none of its own.
 */
export function createRequestSender(
  app: FastifyInstance,
  { productId }: Pick<Config, 'productId'>,
  { headers, params, raw }: FastifyRequest,
): SendRequest {
  const { org } = params as { org: string }
  const callerHeaders = omitUndefined({
    authorization: headers.authorization,
    'user-agent': headers['user-agent'],
    host: headers.host,
    'x-forwarded-for': headers['x-forwarded-for'],
  })
  return async ({ endpoint, params: ownParams, query, body, textKey }, signal) => {
    const path = fillIn(getEndpointPattern(endpoint, productId), { org, ...ownParams })
    const response = await app.inject({
      method: endpoint.method,
      url: path,
      headers: {
        ...callerHeaders,
        ...omitUndefined({ 'unstract-key': textKey }),
        // The agent waits for the result of a run, and hears of no events.
        prefer: 'wait',
      },
      signal,
      ...omitUndefined({
        query: query && toTexts(query),
        payload: body,
        remoteAddress: raw.socket.remoteAddress,
      }),
    })
    return { status: response.statusCode, text: response.body }
  }
}

const fillIn = (pattern: string, params: Readonly<Record<string, string>>): string =>
  pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

const toTexts = (
  query: Readonly<Record<string, string | number | boolean>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
