import type { Endpoint } from '@recto/contract/wire/endpoint'
import { type FuzzSettings, fuzzSettings, fuzzTimeout } from '@recto/testkit/fuzz-settings'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arbitraryOf } from '../testing/arbitrary-of.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { complaintAbout } from './testing/asking/complaint-about.ts'
import { documents, formsTo } from './testing/asking/form-bodies.ts'
import { type KnownThings, makeKnownThings } from './testing/asking/known-things.ts'
import { type Answer, type RequestContent, sendRequest } from './testing/asking/send-request.ts'

/**
 * Every route replies as the contract says or refuses in the standard format, whatever it is sent.
 */

let server: TestServer
let knownThings: KnownThings

const refuse = () => Promise.reject(new TypeError('fetch failed'))

beforeAll(async () => {
  server = await startServer({ worker: true, replace: { fetch: refuse, publicFetch: refuse } })
  knownThings = await makeKnownThings(server)
})

afterAll(() => server?.close())

/** Excluded, because they end what others need or wait for what never comes. */
const isLeftOut = ({ changesState, path }: Endpoint) =>
  changesState || path.startsWith('/api/v1/log')

type Ask = (endpoint: Endpoint) => Arbitrary<RequestContent>
type FuzzOptions = { readonly name: string; readonly runs: number; readonly share: number }

/** Checks a property on each of the endpoints, and counts the reply statuses. */
async function tryAll(
  isMeant: (endpoint: Endpoint) => boolean,
  ask: Ask,
  { name, runs, share }: FuzzOptions,
): Promise<ReadonlyMap<number | undefined, number>> {
  const endpoints = server.endpoints.filter((one) => !isLeftOut(one) && isMeant(one))
  const countByStatus = new Map<number | undefined, number>()
  const refusals = new Map<string, number>()
  for (const endpoint of endpoints) {
    const settings = fuzzSettings(runs, share / endpoints.length)
    await assertOnce(
      fc.asyncProperty(ask(endpoint), async (request) => {
        const answer = await sendRequest(server.origin, knownThings, { endpoint, sent: request })
        count(countByStatus, answer.status)
        if ((answer.status ?? 0) >= 500) count(refusals, saidBy(endpoint, answer))
        expect(complaintAbout(answer)).toBeUndefined()
        if (isDeleted(endpoint, answer)) await knownThings.remake(endpoint)
      }),
      settings,
    )
  }
  const { status } = await fetch(`${server.origin}/health`)
  expect(status).toBe(200)
  console.log(`fuzz: ${name}: answers by status ${JSON.stringify([...countByStatus])}`)
  for (const [refusal, times] of refusals)
    console.log(`fuzz: as the contract wants: ${times} x ${refusal}`)
  return countByStatus
}

/** On a very busy machine the time may be over before the first reply, so wait for one. */
async function assertOnce(
  property: fc.IAsyncProperty<[RequestContent]>,
  settings: FuzzSettings,
): Promise<void> {
  try {
    await fc.assert(property, settings)
  } catch (error) {
    if (!/interrupted after 0 tests/.test(String(error))) throw error
    await fc.assert(property, { seed: settings.seed, numRuns: 1 })
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Removes user-supplied names, so that equal refusals are equal sentences. */
const saidBy = ({ method, path }: Endpoint, { status, text }: Answer) =>
  `${status} ${method} ${path}: ${text.replace(/“[^”]*”/g, '“…”').slice(0, 300)}`

const isDeleted = ({ method }: Endpoint, { status = 500 }: Answer) =>
  method === 'DELETE' && status < 300

const undefinedValue = fc.constant<unknown>(undefined)

function requestsTo(endpoint: Endpoint): Arbitrary<RequestContent> {
  const meaning = (field: string) => knownThings.meaning(endpoint, field)
  const partOf = (schema: Endpoint['body']) =>
    schema ? arbitraryOf(schema, meaning) : undefinedValue
  const { params, query, body } = endpoint
  return fc.record({ params: partOf(params), query: partOf(query), body: partOf(body) })
}

/** Uses ids of existing objects, so that more than the path is tested. */
const filesTo: Ask = (endpoint) => {
  const meaning = (field: string) => knownThings.meaning(endpoint, field)
  if (endpoint.accepts !== 'raw') return formsTo(endpoint, meaning)
  const options = endpoint.query ? arbitraryOf(endpoint.query, meaning) : undefinedValue
  const queries = fc.oneof(fc.constant({}), options)
  return fc.tuple(queries, documents).map(([query, content]) => ({ query, ...content }))
}

test(
  'every route replies or refuses, whatever it is sent',
  async () => {
    const isMeant = ({ method }: Endpoint) => method !== 'DELETE'
    const options = { name: 'bodies and queries', runs: 6, share: 0.6 }
    const countByStatus = await tryAll(isMeant, requestsTo, options)

    // About as many requests must be valid as invalid, or the property says little.
    expect(countByStatus.get(200)).toBeGreaterThan(50)
  },
  fuzzTimeout(),
)

test(
  'every deleting route deletes or refuses, whatever it is sent',
  async () => {
    const isMeant = ({ method }: Endpoint) => method === 'DELETE'
    const countByStatus = await tryAll(isMeant, requestsTo, {
      name: 'deletions',
      runs: 12,
      share: 0.2,
    })

    expect(countByStatus.get(204)).toBeGreaterThan(10)
  },
  fuzzTimeout(),
)

test(
  'every upload route accepts or refuses any file',
  async () => {
    const isMeant = ({ accepts }: Endpoint) => accepts === 'multipart' || accepts === 'raw'
    const countByStatus = await tryAll(isMeant, filesTo, { name: 'files', runs: 25, share: 0.2 })

    expect((countByStatus.get(200) ?? 0) + (countByStatus.get(202) ?? 0)).toBeGreaterThan(5)
    expect(await server.ctx.files.list('uploads')).toEqual([])
  },
  fuzzTimeout(),
)
