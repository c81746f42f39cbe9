import { getRoutePolicyName } from '@recto/contract/policy/policy'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import fc from 'fast-check'
import { arbitraryOf } from '../../../testing/arbitrary-of.ts'
import { requests } from '../matrix/requests.ts'
import type { KnownThings } from './known-things.ts'
import { type Sent, sendRequest } from './send-request.ts'

/** A request that the endpoint understands, or the one of those tried that it refuses for the least. */
export async function usualRequest(
  origin: string,
  known: KnownThings,
  endpoint: Endpoint,
): Promise<Sent> {
  for (const sent of candidates(known, endpoint)) {
    const { status = 500 } = await sendRequest(origin, known, { endpoint, sent })
    if (status < 400) return sent
  }
  return {}
}

function candidates(known: KnownThings, endpoint: Endpoint): Sent[] {
  const { query, body } = endpoint
  const asked = Object.values(requests[getRoutePolicyName(endpoint)] ?? {})
  const ofMatrix = asked.map((one) => ({ body: one?.body?.(known.things) ?? {} }))
  const meaning = (field: string) => known.meaning(endpoint, field)
  const partOf = (schema: Endpoint['body']) =>
    schema ? arbitraryOf(schema, meaning) : fc.constant<unknown>({})
  const arbitrary = fc.record({ query: partOf(query), body: partOf(body) })
  const odd = fc.sample(arbitrary, { seed: 4711, numRuns: 40 })
  return [{}, ...ofMatrix, ...odd.filter((one) => JSON.stringify(one).length < 5000)]
}
