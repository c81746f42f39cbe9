import { getRoutePolicyName } from '@recto/contract/policy/policy'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import fc from 'fast-check'
import { arbitraryOf } from '../../../testing/arbitrary-of.ts'
import { requests } from '../matrix/requests.ts'
import type { KnownThings } from './known-things.ts'
import { type RequestContent, sendRequest } from './send-request.ts'

/**
 * Returns a request that the endpoint accepts, or an empty one if none of the candidates succeeds.
 */
export async function findAcceptedRequest(
  origin: string,
  knownThings: KnownThings,
  endpoint: Endpoint,
): Promise<RequestContent> {
  for (const request of candidates(knownThings, endpoint)) {
    const { status = 500 } = await sendRequest(origin, knownThings, { endpoint, sent: request })
    if (status < 400) return request
  }
  return {}
}

function candidates(knownThings: KnownThings, endpoint: Endpoint): RequestContent[] {
  const { query, body } = endpoint
  const matrixRequests = Object.values(requests[getRoutePolicyName(endpoint)] ?? {})
  const fromMatrix = matrixRequests.map((one) => ({ body: one?.body?.(knownThings.things) ?? {} }))
  const meaning = (field: string) => knownThings.meaning(endpoint, field)
  const partOf = (schema: Endpoint['body']) =>
    schema ? arbitraryOf(schema, meaning) : fc.constant<unknown>({})
  const arbitrary = fc.record({ query: partOf(query), body: partOf(body) })
  const generatedRequests = fc.sample(arbitrary, { seed: 4711, numRuns: 40 })
  return [
    {},
    ...fromMatrix,
    ...generatedRequests.filter((one) => JSON.stringify(one).length < 5000),
  ]
}
