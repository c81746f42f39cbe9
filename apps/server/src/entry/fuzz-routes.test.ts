import type { Endpoint } from '@recto/contract/endpoint'
import { fuzzSettings, fuzzTimeout } from '@recto/testkit/fuzz-settings'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arbitraryOf } from '../testing/arbitrary-of.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { complaintAbout } from './testing/asking/complaint-about.ts'
import { documents, formsTo } from './testing/asking/form-bodies.ts'
import { type KnownThings, makeKnownThings } from './testing/asking/known-things.ts'
import { type Answer, type Sent, sendRequest } from './testing/asking/send-request.ts'

/** Whatever is sent to a route: it is answered with what the contract says, or refused in its one form. */

let server: TestServer
let known: KnownThings

const refuse = () => Promise.reject(new TypeError('fetch failed'))

beforeAll(async () => {
  server = await startServer({ worker: true, replace: { fetch: refuse, publicFetch: refuse } })
  known = await makeKnownThings(server)
})

afterAll(() => server?.close())

/** They end what the others need, or wait for what never comes. */
const isLeftOut = ({ changesState, path }: Endpoint) =>
  changesState || path.startsWith('/api/v1/log')

type Ask = (endpoint: Endpoint) => Arbitrary<Sent>
type Named = { readonly name: string; readonly runs: number; readonly share: number }

/** Tries a property on each of the endpoints, and counts what they answered. */
async function tryAll(
  isMeant: (endpoint: Endpoint) => boolean,
  ask: Ask,
  { name, runs, share }: Named,
): Promise<ReadonlyMap<number | undefined, number>> {
  const endpoints = server.endpoints.filter((one) => !isLeftOut(one) && isMeant(one))
  const answered = new Map<number | undefined, number>()
  const refusals = new Map<string, number>()
  for (const endpoint of endpoints) {
    const settings = fuzzSettings(runs, share / endpoints.length)
    await assertOnce(
      fc.asyncProperty(ask(endpoint), async (sent) => {
        const answer = await sendRequest(server.origin, known, { endpoint, sent })
        count(answered, answer.status)
        if ((answer.status ?? 0) >= 500) count(refusals, saidBy(endpoint, answer))
        expect(complaintAbout(answer)).toBeUndefined()
        if (isDeleted(endpoint, answer)) await known.remake(endpoint)
      }),
      settings,
    )
  }
  const { status } = await fetch(`${server.origin}/health`)
  expect(status).toBe(200)
  console.log(`fuzz: ${name}: answers by status ${JSON.stringify([...answered])}`)
  for (const [said, times] of refusals)
    console.log(`fuzz: as the contract wants: ${times} x ${said}`)
  return answered
}

/** Where the machine is so busy that the time was over before the first answer, one is waited for. */
async function assertOnce(
  property: fc.IAsyncProperty<[Sent]>,
  settings: ReturnType<typeof fuzzSettings>,
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

/** Names are what people gave: without them, the same refusal is the same sentence. */
const saidBy = ({ method, path }: Endpoint, { status, text }: Answer) =>
  `${status} ${method} ${path}: ${text.replace(/“[^”]*”/g, '“…”').slice(0, 300)}`

const isDeleted = ({ method }: Endpoint, { status = 500 }: Answer) =>
  method === 'DELETE' && status < 300

const nothing = fc.constant<unknown>(undefined)

function requestsTo(endpoint: Endpoint): Arbitrary<Sent> {
  const meaning = (field: string) => known.meaning(endpoint, field)
  const partOf = (schema: Endpoint['body']) => (schema ? arbitraryOf(schema, meaning) : nothing)
  const { params, query, body } = endpoint
  return fc.record({ params: partOf(params), query: partOf(query), body: partOf(body) })
}

/** To where things are, so that more than the address is tried. */
const filesTo: Ask = (endpoint) => {
  const meaning = (field: string) => known.meaning(endpoint, field)
  if (endpoint.accepts !== 'raw') return formsTo(endpoint, meaning)
  const options = endpoint.query ? arbitraryOf(endpoint.query, meaning) : nothing
  const queries = fc.oneof(fc.constant({}), options)
  return fc.tuple(queries, documents).map(([query, content]) => ({ query, ...content }))
}

test(
  'every route answers or refuses, whatever it is sent',
  async () => {
    const isMeant = ({ method }: Endpoint) => method !== 'DELETE'
    const asked = { name: 'bodies and queries', runs: 6, share: 0.6 }
    const answered = await tryAll(isMeant, requestsTo, asked)

    // As many were understood as were not, or the property says little.
    expect(answered.get(200)).toBeGreaterThan(50)
  },
  fuzzTimeout(),
)

test(
  'every route that deletes does or refuses, whatever it is sent',
  async () => {
    const isMeant = ({ method }: Endpoint) => method === 'DELETE'
    const answered = await tryAll(isMeant, requestsTo, { name: 'deletions', runs: 12, share: 0.2 })

    expect(answered.get(204)).toBeGreaterThan(10)
  },
  fuzzTimeout(),
)

test(
  'every route that takes files takes or refuses them, whatever they are',
  async () => {
    const isMeant = ({ accepts }: Endpoint) => accepts === 'multipart' || accepts === 'raw'
    const answered = await tryAll(isMeant, filesTo, { name: 'files', runs: 25, share: 0.2 })

    expect((answered.get(200) ?? 0) + (answered.get(202) ?? 0)).toBeGreaterThan(5)
    expect(await server.ctx.files.list('uploads')).toEqual([])
  },
  fuzzTimeout(),
)
