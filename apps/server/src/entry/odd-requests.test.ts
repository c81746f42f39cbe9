import { connect } from 'node:net'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { showTextKey } from '../features/text-service/text-service.port.ts'
import { getEndpointPattern } from '../platform/http/endpoint-pattern.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../testing/make-tool.ts'
import type { Person, TestFile, TestReply } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'

/**
 * Asks everything that is served in ways that no form would. It knows the feature modules only by their
 * contract, so a new endpoint is asked oddly from its first day.
 */

let server: TestServer
let ada: Person
let knownIds: Readonly<Record<string, string>>
let key: string
let textKey: string
let sample: TestFile

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = server.as('admin')
  const [invoice] = await sampleInvoices()
  if (!invoice) throw new Error('There is no sample invoice.')
  sample = { name: 'a.pdf', content: invoice.file }
  const fields = [{ key: 'total', prompt: 'What is the total?' }]
  const tool = await makeTool(ada, { name: 'Odd', fields, sample })
  const workflow = await makeWorkflow(ada, 'Odd', tool.toolId)
  const deployment = await makeDeployment(ada, 'odd', workflow)
  key = deployment.key
  const { db } = server.ctx
  const { id: organizationId } = await db
    .selectFrom('organization')
    .select('id')
    .executeTakeFirstOrThrow()
  textKey = await showTextKey(server.ctx, { db, organizationId })
  const project = await ada.get(`prompt-studio/${tool.projectId}/`)
  const flow = await ada.get(`workflow/${workflow}/`)
  const ends = await ada.get(`workflow/${workflow}/endpoint/`)
  const keys = await ada.get(`api/keys/api/${deployment.id}/`)
  const run = await ada.post('workflow/execute/', { workflow_id: workflow })
  // Creates enough rows for a second page.
  await ada.post('workflow/execute/', { workflow_id: workflow })
  const adapter = await ada.post('adapter/', {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: 'Odd',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: 'http://127.0.0.1:1/v1', api_key: 'sk-1', model: 'odd' },
  })
  knownIds = {
    org: 'recto',
    api_name: 'odd',
    tool_id: tool.projectId,
    prompt_id: project.body.prompts[0].prompt_id,
    profile_id: tool.profileId,
    document_id: tool.documentId,
    workflow,
    endpoint: ends.body[0].id,
    tool_instance: flow.body.tool_instances[0].id,
    deployment: deployment.id,
    key: keys.body[0].id,
    execution: run.body.execution_id,
    adapter: adapter.body.id,
    tool: tool.toolId,
  }
})

afterAll(() => server?.close())

const unknownId = '00000000-0000-4000-8000-000000000000'
const noOp = 'noOpLlm|f673a5a2-90f9-40f5-94c0-9fbc663b7553'
const listRequests = (endpoint: Endpoint) =>
  endpoint.method !== 'DELETE' && !endpoint.changesState && endpoint.path !== '/api/v1/login'

describe('no request causes an internal error', () => {
  const addresses = ['%00', '%', 'x', '..%2f..', 'x'.repeat(3000), '%FF', '%C0%80', '99999999999']

  test('with an odd URL', async () => {
    const parameterizedEndpoints = server.endpoints.filter(({ path }) => path.includes('/:'))
    await everywhere(parameterizedEndpoints.filter(listRequests), (endpoint) =>
      addresses.map((odd) => {
        const isFixed = (name: string) => name === 'org' && endpoint.who !== 'key'
        return ask(endpoint, { fill: (name) => (isFixed(name) ? 'recto' : odd) })
      }),
    )
  })

  const texts = [
    'undefined',
    'null',
    '%00',
    '-1',
    '0',
    '99999999999',
    '9'.repeat(40),
    "';--",
    '-271821-04-20',
    '%2B275760-09-13',
    'x'.repeat(5000),
    '%F0%9F%92%A9',
    '1&{}=2',
    '&{}[x]=1',
  ]

  test('with an odd query', async () => {
    await everywhere(server.endpoints.filter(listRequests), (endpoint) =>
      keysOf(endpoint.query).flatMap((key) =>
        texts.map((odd) => ask(endpoint, { query: `?${key}=${odd.replace('{}', key)}` })),
      ),
    )
  })

  const values: readonly unknown[] = [
    null,
    '',
    'undefined',
    0,
    1.5,
    99_999_999_999,
    '99999999999',
    'x'.repeat(20_000),
    unknownId,
    [],
    {},
    [null],
    [99_999_999_999],
    ['99999999999999999999'],
    'nul\0nul',
    ['nul\0nul'],
    { 'nul\0nul': '' },
    '\ud800',
    { a: '\ud800' },
  ]

  test('with an odd body', async () => {
    // PUT accepts whatever PATCH accepts.
    const writeEndpoints = server.endpoints.filter(
      ({ method }) => method === 'POST' || method === 'PUT',
    )
    await everywhere(writeEndpoints.filter(listRequests), (endpoint) => [
      ...values.map((odd) => ask(endpoint, { body: odd })),
      ...keysOf(endpoint.body).flatMap((key) =>
        values.map((odd) => ask(endpoint, { body: { ...bodyFor(endpoint), [key]: odd } })),
      ),
    ])
  })
})

describe('a URL', () => {
  test('with an invalid or unknown id is not found, as JSON', async () => {
    const wrong = await ada.get('workflow/invoices/')
    const response = await ada.get(`workflow/${unknownId}/`)

    expect(wrong).toMatchObject({ status: 404, body: { errors: [{ code: 'not_found' }] } })
    expect(response).toMatchObject({ status: 404, body: { errors: [{ code: 'not_found' }] } })
  })

  test.each(['/%', '/api/v1/%ZZ', '/%00'])(
    '%s is none, and has the headers of all',
    async (path) => {
      const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)

      expect(answer).toMatch(/^HTTP\/1.1 404/)
      expect(answer).toMatch(/x-frame-options: DENY/i)
      expect(answer).toMatch(/x-request-id: [\w-]{36}/i)
    },
  )

  test('in a reply never uses the host header of the request', async () => {
    const { sessionid } = await ada.cookies()
    const list = (host: string) =>
      sendRaw(
        `GET /api/v1/recto/recto/execution/?page_size=1 HTTP/1.1\r\nHost: ${host}\r\n` +
          `Cookie: sessionid=${sessionid}\r\nConnection: close\r\n\r\n`,
      )

    for (const host of ['evil.example.org', 'a b"<script>']) {
      const answer = await list(host)

      expect(answer).toMatch(/^HTTP\/1.1 200/)
      expect(answer).toContain(`"next":"${server.origin}/api/v1/recto/recto/execution/?page_size=1`)
      expect(answer).not.toContain(host)
    }
  })
})

describe('a field', () => {
  test.each([
    ['a NUL', 'in\0voices', 'null_characters_not_allowed', 'workflow_name'],
    ['half of a pair', 'in\ud800voices', 'invalid', 'workflow_name'],
    ['the wrong type', 5, 'invalid', 'workflow_name'],
    ['nothing', undefined, 'required', 'workflow_name'],
    ['null', null, 'null', 'workflow_name'],
    ['more than it may', 'x'.repeat(129), 'max_length', 'workflow_name'],
  ])('with %s is refused by name', async (_, value, code, attr) => {
    const response = await ada.post('workflow/', { workflow_name: value })

    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ type: 'validation_error', errors: [{ code, attr }] })
  })

  test('with an invalid choice is refused, quoting the value', async () => {
    const response = await ada.get('execution/?status=LOST')
    const missingResponse = await ada.post('adapter/', { adapter_id: noOp, adapter_name: 'n' })

    expect(response.status).toBe(400)
    expect(missingResponse.body.errors.map(({ code }: { code: string }) => code)).toContain(
      'required',
    )
  })

  test.each([true, [], [3], {}, '', ' ', 'three', '0x3', '1e2', null])(
    'that wants a number takes none from %j',
    async (value) => {
      const { status, body } = await ada.post('prompt-studio/prompt/reorder/', {
        start_sequence_number: value,
        end_sequence_number: 1,
        prompt_id: '00000000-0000-4000-8000-000000000000',
      })

      expect(status).toBe(400)
      expect(body.errors).toMatchObject([{ attr: 'start_sequence_number' }])
    },
  )

  test('that is nested too deeply is refused', async () => {
    const deep = `{"configuration":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`
    const response = await ada.put(`workflow/endpoint/${knownIds.endpoint}/`, JSON.parse(deep))

    expect(response).toMatchObject({ status: 400, body: { errors: [{ attr: 'configuration' }] } })
  })

  test('named like a property of every object is an ordinary field', async () => {
    const key = 'constructor'
    const fields = [{ key, prompt: 'What is the invoice number?' }]
    const { projectId, documentId } = await makeTool(ada, { name: 'Named oddly', fields, sample })
    const [{ prompt_id: id }] = (await ada.get(`prompt-studio/${projectId}/`)).body.prompts
    const ask = { id, document_id: documentId }
    const run = await ada.post(`prompt-studio/fetch_response/${projectId}`, ask)
    const storedResponse = await ada.get(
      `prompt-studio/prompt-output/prompt-default-profile/?tool_id=${projectId}&document_manager=${documentId}`,
    )
    const response = await ada.post(`prompt-studio/prompt-studio-prompt/${projectId}/`, {
      prompt_key: '__proto__',
    })

    expect(run.status).toBe(202)
    expect(run.body[0].output).toMatch(/\w/)
    expect(storedResponse.body).toEqual({ [key]: run.body[0].output })
    expect(response).toMatchObject({ status: 400, body: { errors: [{ attr: 'prompt_key' }] } })
  })

  test('that names a property of every object is no flag', async () => {
    const answers = await Promise.all(
      ['__proto__', 'constructor', 'toString'].map((key) =>
        ada.post('evaluate/', { flag_key: key }),
      ),
    )

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { flag_status: false } })
    }
  })

  test('of an empty filter counts as absent', async () => {
    const all = await ada.get('adapter/')
    const filteredResponse = await ada.get('adapter/?adapter_type=')

    expect(filteredResponse).toMatchObject({ status: 200, body: all.body })
  })
})

describe('a body', () => {
  async function post(path: string, type: string, body: string): Promise<string> {
    const { sessionid, csrftoken } = await ada.cookies()
    return sendRaw(
      `POST /api/v1/recto/recto/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
        `Cookie: sessionid=${sessionid}; csrftoken=${csrftoken}\r\nX-CSRFToken: ${csrftoken}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
  }

  test.each([
    ['text/plain', 'hello'],
    ['text/xml', '<name/>'],
    ['multipart/form-data; boundary=b', '--b--\r\n'],
  ])('of the type %s is not read where it is not accepted', async (type, body) => {
    const response = await post('workflow/', type, body)

    expect(response).toMatch(/^HTTP\/1.1 415/)
    expect(response).toContain('"type":"client_error"')
    expect(response).toContain('"code":"unsupported_media_type"')
  })

  const form = 'multipart/form-data; boundary=b'
  const fieldHeader = '--b\r\nContent-Disposition: form-data; name='
  test.each([
    ['JSON that ends early', 'workflow/', 'application/json', '{"a":'],
    ['a form without a boundary', 'workflow/execute/', 'multipart/form-data', '--b\r\n'],
    [
      'a form of a boundary that no parser takes',
      'workflow/execute/',
      `multipart/form-data; boundary=${'-'.repeat(300)}`,
      'a',
    ],
    ['a form that ends early', 'workflow/execute/', form, '--b\r\nConte'],
    [
      'a file that ends early',
      'workflow/execute/',
      form,
      `${fieldHeader}"f"; filename="a"\r\n\r\n%`,
    ],
    [
      'a field called __proto__',
      'workflow/execute/',
      form,
      `${fieldHeader}"__proto__"\r\n\r\n1\r\n--b--\r\n`,
    ],
  ])('with %s is a parse error, and nothing of it stays', async (_, path, type, body) => {
    const response = await post(path, type, body)

    expect(response).toMatch(/^HTTP\/1.1 400/)
    expect(response).toContain('"code":"parse_error"')
    expect(await server.ctx.files.list('uploads')).toEqual([])
  })

  test('that is not UTF-8 is a parse error', async () => {
    const response = await fetch(`${server.origin}/api/v1/recto/recto/workflow/`, {
      method: 'POST',
      headers: { ...(await headersOf(ada)), 'content-type': 'application/json' },
      body: Buffer.from('{"workflow_name":"M\xfcller"}', 'latin1'),
    })

    expect(await response.json()).toMatchObject({
      type: 'client_error',
      errors: [
        { code: 'parse_error', detail: 'JSON parse error: the request body is not valid UTF-8.' },
      ],
    })
    expect((await ada.get('workflow/?search=ller')).body).toEqual([])
  })

  test('with too many values is refused before parsing; separators within texts do not count', async () => {
    const path = 'prompt-studio/'
    const values = Array.from({ length: 250_000 }, (_, index) => `"${index}":1`).join()
    const response = await post(path, 'application/json', `{${values}}`)
    const text = JSON.stringify(`\\",:`.repeat(100_000))
    const read = await post(path, 'application/json', `{"tool_name":1,"unknown":${text}}`)

    expect(response).toMatch(/^HTTP\/1.1 400/)
    expect(response).toContain('The request body can contain at most 200000 values.')
    expect(read).toContain('"attr":"tool_name"')
  })

  test('with a NUL in a file name is refused at its field', async () => {
    const file = `${fieldHeader}"file"; filename="a\0.pdf"\r\n\r\n%PDF-\r\n--b--\r\n`
    const response = await post(`prompt-studio/file/${knownIds.tool_id}`, form, file)

    expect(response).toMatch(/^HTTP\/1.1 400/)
    expect(response).toContain('"code":"null_characters_not_allowed"')
    expect(await server.ctx.files.list('uploads')).toEqual([])
  })

  test('of a form is read like JSON', async () => {
    const type = 'application/x-www-form-urlencoded'

    expect(await post('workflow/', type, 'workflow_name=By+form')).toMatch(/^HTTP\/1.1 201/)
  })
})

async function headersOf(person: Person): Promise<Record<string, string>> {
  const { sessionid, csrftoken } = await person.cookies()
  return {
    cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}`,
    'x-csrftoken': String(csrftoken),
  }
}

/** Sends all variants, and reports all that broke together. */
async function everywhere(
  endpoints: readonly Endpoint[],
  ways: (endpoint: Endpoint) => readonly Promise<TestReply>[],
): Promise<void> {
  const brokenRequests: string[] = []
  for (const endpoint of endpoints) {
    const answers = await Promise.all(ways(endpoint))
    const { method, path } = endpoint
    brokenRequests.push(
      ...answers.filter(isBug).map(({ body }) => `${method} ${path}: ${JSON.stringify(body)}`),
    )
  }
  expect(brokenRequests).toEqual([])
}

const isBug = ({ status, body }: TestReply) =>
  status === 500 && /^Something went wrong/.test(body?.errors?.[0]?.detail ?? body?.message ?? '')

type Way = {
  readonly query?: string
  readonly body?: unknown
  readonly fill?: (name: string) => string
}

function ask(endpoint: Endpoint, way: Way): Promise<TestReply> {
  const { method, who: audience } = endpoint
  const fill = way.fill ?? ((name: string) => idOf(endpoint, name))
  const path = getEndpointPattern(endpoint, 'recto').replace(/:(\w+)/g, (_, name: string) =>
    fill(name),
  )
  const address = `${path}${way.query ?? ''}`
  const keys = { authorization: `Bearer ${key}`, 'unstract-key': textKey }
  const options = audience === 'key' ? { headers: keys } : {}
  if (method === 'GET' || method === 'DELETE') return ada.get(address, options)
  if (method === 'OPTIONS') return ada.options(address, options)
  const send = { POST: ada.post, PUT: ada.put, PATCH: ada.patch }[method]
  return send(address, way.body ?? bodyFor(endpoint), options)
}

const keysOf = (schema: z.ZodType | undefined) =>
  Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})

/** The path tells what a parameter called just `id` refers to. */
const owners: readonly (readonly [string, string])[] = [
  ['/api/keys/api/', 'deployment'],
  ['/api/keys/', 'key'],
  ['/api/', 'deployment'],
  ['/workflow/endpoint/', 'endpoint'],
  ['/workflow/', 'workflow'],
  ['/tool_instance/', 'tool_instance'],
  ['/execution/', 'execution'],
  ['/adapter/', 'adapter'],
]

function idOf({ path }: Endpoint, name: string): string {
  const [, owner] = owners.find(([start]) => path.startsWith(start)) ?? []
  return knownIds[name] ?? knownIds[owner ?? ''] ?? unknownId
}

/** A valid body of the endpoint, so that a single invalid field is reached. */
function bodyFor({ path }: Endpoint): Readonly<Record<string, unknown>> {
  const { workflow, prompt_id: id, document_id, tool_instance, tool: tool_id } = knownIds
  const adapter = { adapter_id: noOp, adapter_type: 'LLM', adapter_metadata: { wait_time: 0 } }
  const adapters = { llm: 'x', vector_store: 'x', embedding_model: 'x', x2text: 'x' }
  const bodies: Readonly<Record<string, object>> = {
    '/adapter/': { ...adapter, adapter_name: 'n' },
    '/test_adapters/': adapter,
    '/prompt-studio/': { tool_name: 'N', description: 'D', author: 'A' },
    '/prompt-studio/prompt-studio-prompt/:tool_id/': { prompt_key: 'k', prompt: 'p' },
    '/prompt-studio/profilemanager/:tool_id/': { ...adapters, profile_name: 'P' },
    '/prompt-studio/prompt/reorder/': {
      start_sequence_number: 1,
      end_sequence_number: 2,
      prompt_id: id,
    },
    '/prompt-studio/fetch_response/:tool_id/': { id, document_id },
    '/prompt-studio/single-pass-extraction/:tool_id/': { document_id },
    '/prompt-studio/export/:tool_id/': { force_export: true },
    '/workflow/': { workflow_name: 'W' },
    '/workflow/execute/': { workflow_id: workflow },
    '/tool_instance/': { workflow_id: workflow, tool_id },
    '/tool_instance/reorder/': { workflow_id: workflow, tool_instances: [tool_instance] },
    '/api/deployment/': { workflow, display_name: 'D', api_name: 'd' },
    '/api/v2/whisper-manage-callback': {
      url: 'http://127.0.0.1:1/',
      auth_token: '',
      webhook_name: 'w',
    },
    '/users/profile/': { is_login_onboarding_msg: true, is_prompt_studio_onboarding_msg: true },
  }
  return { ...bodies[path] }
}

/** Sends raw bytes that no client library would send, and returns the reply. */
function sendRaw(text: string): Promise<string> {
  const { port, hostname } = new URL(server.origin)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
  })
}
