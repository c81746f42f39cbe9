import type { Endpoint } from '@recto/contract/endpoint'
import { fuzzSettings, fuzzTimeout } from '@recto/testkit/fuzz-settings'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { showTextKey } from '../features/text-service/text-service.port.ts'
import { addressOf } from '../platform/http/address-of.ts'
import { arbitraryOf, type Known } from '../testing/arbitrary-of.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../testing/make-tool.ts'
import type { Person } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'

/** Whatever is sent to a route: it is answered with what the contract says, or refused in its one form. */

let server: TestServer
let ada: Person
let keys: Readonly<Record<string, string>>
let known: Readonly<Record<string, string | undefined>>

const refuse = () => Promise.reject(new TypeError('fetch failed'))

beforeAll(async () => {
  server = await startServer({ worker: true, replace: { fetch: refuse, publicFetch: refuse } })
  ada = server.as('admin')
  const [invoice] = await sampleInvoices()
  if (!invoice) throw new Error('There is no sample invoice.')
  const sample = { name: 'a.pdf', content: invoice.file }
  const fields = [{ key: 'total', prompt: 'What is the total?' }]
  const tool = await makeTool(ada, { name: 'Fuzzed', fields, sample })
  const workflow = await makeWorkflow(ada, 'Fuzzed', tool.toolId)
  const deployment = await makeDeployment(ada, 'fuzzed', workflow)
  const { db } = server.ctx
  const { id: organizationId } = await db
    .selectFrom('organization')
    .select('id')
    .executeTakeFirstOrThrow()
  keys = {
    authorization: `Bearer ${deployment.key}`,
    'unstract-key': await showTextKey(server.ctx, { db, organizationId }),
  }
  const [prompt] = (await ada.get(`prompt-studio/${tool.projectId}/`)).body.prompts
  known = {
    org: 'recto',
    api_name: 'fuzzed',
    tool_id: tool.projectId,
    prompt_id: prompt.prompt_id,
    document_id: tool.documentId,
    profile_manager: tool.profileId,
    profile_id: tool.profileId,
    workflow,
    workflow_id: workflow,
    id: workflow,
  }
}, 60_000)

afterAll(() => server?.close())

const meaning: Known = (field) => known[field]
/** They end what the others need, or wait for what never comes. */
const isLeftOut = ({ method, path, changesState }: Endpoint) =>
  method === 'DELETE' || changesState || path.startsWith('/api/v1/log')

test(
  'every route answers or refuses, whatever it is sent',
  async () => {
    const endpoints = server.endpoints.filter((one) => !isLeftOut(one))
    const settings = fuzzSettings(6, 0.5 / endpoints.length)
    const answered = new Map<number, number>()
    for (const endpoint of endpoints) {
      await fc.assert(
        fc.asyncProperty(requestsTo(endpoint), async (request) => {
          const answer = await send(endpoint, request)
          answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1)
          expect(complaintAbout(answer)).toBeUndefined()
        }),
        settings,
      )
    }
    const { status } = await fetch(`${server.origin}/health`)
    expect(status).toBe(200)
    // As many were understood as were not, or the property says little.
    expect(answered.get(200)).toBeGreaterThan(50)
    console.log(`fuzz: answers by status ${JSON.stringify([...answered])}`)
  },
  fuzzTimeout(),
)

type Sent = { readonly params: object; readonly query: object; readonly body: unknown }

function requestsTo({ params, query, body }: Endpoint): Arbitrary<Sent> {
  const partOf = (schema: Endpoint['body']) => (schema ? arbitraryOf(schema, meaning) : nothing)
  return fc.record({
    params: partOf(params),
    query: partOf(query),
    body: partOf(body),
  }) as Arbitrary<Sent>
}

const nothing = fc.constant<unknown>(undefined)

type Answer = { readonly request: string; readonly status: number; readonly text: string }

async function send(endpoint: Endpoint, { params, query, body }: Sent): Promise<Answer> {
  const { method, who } = endpoint
  const partOfPath = (name: string) => (params as Record<string, unknown>)?.[name] ?? known[name]
  const path = addressOf(endpoint, 'recto').replace(/:(\w+)/g, (_, name: string) =>
    name === 'org' && who !== 'key' ? 'recto' : encoded(partOfPath(name)),
  )
  const asked = Object.entries(query ?? {}).map(([name, value]) => `${name}=${encoded(value)}`)
  const url = `${server.origin}${path}${asked.length > 0 ? `?${asked.join('&')}` : ''}`
  const { sessionid, csrftoken = '' } = await ada.cookies()
  const cookie = `sessionid=${sessionid}; csrftoken=${csrftoken}`
  const headers = { cookie, 'x-csrftoken': csrftoken, ...(who === 'key' && keys) }
  const text = method === 'GET' ? undefined : JSON.stringify(body)
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...headers, ...(text !== undefined && { 'content-type': 'application/json' }) },
    ...(text !== undefined && { body: text }),
  })
  return {
    request: `${method} ${url.slice(0, 300)} ${text?.slice(0, 500)}`,
    status: answer.status,
    text: await answer.text(),
  }
}

/** As a part of an address; what cannot be one is left out. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed()).slice(0, 6000)
}

/** A failure that nobody foresaw, or a refusal in another form than the contract's. */
function complaintAbout({ request, status, text }: Answer): string | undefined {
  const isBug = status === 500 && text.includes('Something went wrong')
  if (isBug) return `${request}: ${status} ${text}`
  if (status < 400 || status === 404 || text === '') return undefined
  const isRefusal = /^\{"(?:type":"\w+","errors":\[\{|message":"|data":|error":|detail":)/.test(
    text,
  )
  return isRefusal ? undefined : `${request}: ${status} ${text.slice(0, 300)}`
}
