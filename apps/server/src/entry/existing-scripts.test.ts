import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { awaitExecution, findExecution } from '../features/executions/executions.port.ts'
import type { Person, TestFile } from '../testing/people.ts'
import { adminPassword, startServer, type TestServer } from '../testing/start-server.ts'

/**
 * What users of existing installations have automated: from the sign-in form to the results of a
 * deployed API, each step with what the one before it answered. The tests of the first group are
 * one script: they run in this order.
 */

let server: TestServer
let models: CannedModelServer
let ana: Person
let invoice: TestFile

const made = {
  adapters: {} as Record<string, string>,
  project: '',
  profile: '',
  prompt: '',
  document: '',
  tool: '',
  workflow: '',
  deployment: '',
  key: '',
  path: '',
  execution: '',
}

beforeAll(async () => {
  models = await startCannedModelServer({ reply: 'INV-7' })
  server = await startServer({ worker: true, env: { PRODUCT_ID: 'unstract' } })
  const [first] = await sampleInvoices()
  if (!first) throw new Error('There is no sample invoice.')
  invoice = { name: 'bill.pdf', content: first.file }
})

afterAll(async () => {
  await server?.close()
  await models?.close()
})

const bearer = () => ({ headers: { authorization: `Bearer ${made.key}` } })
const deployed = (fields: Record<string, string>, files = [{ ...invoice, field: 'files' }]) =>
  server.anonymous.upload(made.path, { files, fields }, bearer())
const statusOf = (more = '') =>
  server.anonymous.get(`${made.path}?execution_id=${made.execution}${more}`, bearer())

describe('a script', () => {
  test('signs in by the form, and takes the token from the jar for every write', async () => {
    ana = (await server.signIn('admin', adminPassword)).person
    const { body } = await ana.get('/api/v1/organization')
    const path = `/api/v1/organization/${body.organizations[0].id}/set`
    const forgotten = await ana.post(path, undefined, { headers: { 'x-csrftoken': undefined } })
    const set = await ana.post(path)

    expect(forgotten).toMatchObject({
      status: 403,
      body: { type: 'client_error', errors: [{ code: 'permission_denied', attr: null }] },
    })
    expect(set.status).toBe(200)
  })

  test('makes four adapters, with their names in the settings and without a schema’s approval', async () => {
    const wanted = {
      LLM: [
        'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
        { api_base: `${models.url}/v1`, api_key: 'sk-secret-1', model: 'canned', of_old: [1] },
      ],
      VECTOR_DB: ['noOpVectorDb|ca4d6056-4971-4bc8-97e3-9e36290b5bc0', { wait_time: 0 }],
      EMBEDDING: ['noOpEmbedding|ff223003-fee8-4079-b288-e86215e6b39a', { wait_time: 0 }],
      X2TEXT: ['noOpX2text|mp66d1op-7100-d340-9101-846fc7115676', { wait_time: 0 }],
    } as const
    for (const [adapter_type, [adapter_id, settings]] of Object.entries(wanted)) {
      const adapter_name = `Script ${adapter_type}`
      const { status, body } = await ana.post('adapter/', {
        adapter_id,
        adapter_name,
        adapter_type,
        adapter_metadata: { ...settings, adapter_name },
      })
      expect([status, body.adapter_type, typeof body.icon]).toEqual([201, adapter_type, 'string'])
      made.adapters[adapter_type] = body.id
    }
    const read = await ana.get(`adapter/${made.adapters.LLM}/`)
    const again = await ana.put(`adapter/${made.adapters.LLM}/`, read.body)

    expect(read.body.adapter_metadata).toMatchObject({ adapter_name: 'Script LLM', of_old: [1] })
    expect(JSON.stringify(read.body)).not.toContain('sk-secret-1')
    expect(again.status).toBe(200)
  })

  test('makes a project, and gives the default profile that came with it its own adapters', async () => {
    const fields = { tool_name: 'Script', description: 'Made by a script', author: 'Ana' }
    const created = await ana.post('prompt-studio/', fields)
    made.project = created.body.tool_id
    const path = `prompt-studio/prompt-studio-profile/${made.project}/`
    const profiles = await ana.get(path)
    made.profile = profiles.body[0].profile_id
    const builtIn = (await ana.get('adapter/?adapter_type=X2TEXT')).body.find(
      ({ id }: { id: string }) => id !== made.adapters.X2TEXT,
    )
    const patched = await ana.patch(`prompt-studio/profile-manager/${made.profile}/`, {
      llm: made.adapters.LLM,
      vector_store: made.adapters.VECTOR_DB,
      embedding_model: made.adapters.EMBEDDING,
      x2text: builtIn.id,
    })

    expect(created.status).toBe(201)
    expect(profiles.body).toEqual([
      expect.objectContaining({
        is_default: true,
        chunk_size: 0,
        chunk_overlap: 0,
        section: 'Default',
        retrieval_strategy: 'simple',
        similarity_top_k: 3,
        reindex: false,
      }),
    ])
    expect(patched).toMatchObject({
      status: 200,
      body: { llm: 'Script LLM', x2text: builtIn.adapter_name },
    })
  })

  test('writes a prompt, uploads a document and indexes it', async () => {
    const prompt = await ana.post(`prompt-studio/prompt-studio-prompt/${made.project}/`, {
      prompt_key: 'invoice_number',
      prompt: 'What is the invoice number?',
      tool_id: made.project,
      prompt_type: 'PROMPT',
      profile_manager: made.profile,
      sequence_number: 1,
      enforce_type: 'text',
      active: true,
    })
    made.prompt = prompt.body.prompt_id
    const uploaded = await ana.upload(`prompt-studio/file/${made.project}`, { files: [invoice] })
    made.document = uploaded.body.data[0].document_id
    const ask = { document_id: made.document }
    const indexed = await ana.post(`prompt-studio/index-document/${made.project}`, ask)

    expect(prompt).toMatchObject({ status: 201, body: { enforce_type: 'text', active: true } })
    expect(uploaded.status).toBe(200)
    expect(indexed).toMatchObject({ status: 200, body: { message: expect.any(String) } })
  })

  test('runs the prompt, looks at 202 only, and finds the output where outputs are kept', async () => {
    const run = await ana.post(`prompt-studio/fetch_response/${made.project}`, {
      id: made.prompt,
      document_id: made.document,
      profile_manager: made.profile,
    })
    const outputs = await ana.get(
      `prompt-studio/prompt-output/?tool_id=${made.project}&document_manager=${made.document}` +
        `&prompt_id=${made.prompt}&is_single_pass_extract=false`,
    )

    expect(run.status).toBe(202)
    expect(outputs.body).toEqual([expect.objectContaining({ output: 'INV-7' })])
  })

  test('exports the project with two fields, and finds its tool by the project', async () => {
    const path = `prompt-studio/export/${made.project}`
    const exported = await ana.post(path, { force_export: true, is_shared_with_org: true })
    const registry = await ana.get(`prompt-studio/registry/?custom_tool=${made.project}`)
    made.tool = registry.body[0].prompt_registry_id
    const tools = await ana.get('tool/')

    expect(exported.status).toBe(200)
    expect(registry.body).toHaveLength(1)
    expect(registry.body[0].tool_metadata).toMatchObject({ tool_id: made.project })
    expect(tools.body.map((one: { function_name: string }) => one.function_name)).toContain(
      made.tool,
    )
  })

  test('makes a workflow between API and API around it', async () => {
    const fields = { workflow_name: 'Script', description: '' }
    made.workflow = (await ana.post('workflow/', fields)).body.id
    const { body: ends } = await ana.get(`workflow/endpoint/?workflow=${made.workflow}`)
    for (const { id } of ends) {
      const set = await ana.patch(`workflow/endpoint/${id}/`, { connection_type: 'API' })
      expect([set.status, set.body.workflow]).toEqual([200, made.workflow])
    }
    const ask = { workflow_id: made.workflow, tool_id: made.tool }
    const { status, body } = await ana.post('tool_instance/', ask)
    const order = { workflow_id: made.workflow, tool_instances: [body.id] }

    expect(ends).toHaveLength(2)
    expect(status).toBe(201)
    expect((await ana.post('tool_instance/reorder/', order)).status).toBe(200)
  })

  test('runs it: the first call is a form, the second brings the file', async () => {
    const form = new URLSearchParams({ workflow_id: made.workflow })
    const first = await ana.post('workflow/execute/', form)
    const { execution_id } = first.body
    const second = await ana.upload('workflow/execute/', {
      fields: { workflow_id: made.workflow, execution_id },
      files: [{ ...invoice, field: 'files' }],
    })
    const execution = await ana.get(`execution/${execution_id}/`)

    expect(first).toMatchObject({ status: 200, body: { execution_status: 'PENDING' } })
    expect(second).toMatchObject({ status: 200, body: { execution_status: 'COMPLETED' } })
    expect(execution.body).toMatchObject({ status: 'COMPLETED', successful_files: 1 })
  })

  test('deploys it under a name with a space, and is answered in texts only', async () => {
    const { status, body } = await ana.post('api/deployment/', {
      workflow: made.workflow,
      display_name: 'Script API',
      api_name: 'script_api',
      description: '',
      is_active: true,
    })
    made.deployment = body.id
    made.key = body.api_key
    made.path = `/${body.api_endpoint}`

    expect(status).toBe(201)
    expect(body).toMatchObject({
      is_active: 'True',
      api_endpoint: 'deployment/api/recto/script_api/',
    })
    expect(Object.values(body).every((value) => typeof value === 'string')).toBe(true)
  })

  test('calls it without waiting: PENDING, a way to ask, and no cookie or token', async () => {
    const { status, body } = await deployed({ timeout: '0', include_metadata: 'True' })
    made.execution = body.message.execution_id

    expect(status).toBe(200)
    expect(body.message).toEqual({
      execution_id: made.execution,
      execution_status: 'PENDING',
      status_api: `/deployment/api/recto/script_api/?execution_id=${made.execution}`,
      error: null,
      result: null,
    })
  })

  test('asks until it is done, reads the result once, and is told so after that', async () => {
    const running: unknown[] = []
    let answer = await statusOf('&include_metadata=true')
    for (; answer.status === 422; answer = await statusOf('&include_metadata=true')) {
      running.push(answer.body)
    }
    const [item] = answer.body.message
    const again = await statusOf()

    for (const body of running) {
      expect(body).toEqual({
        status: expect.stringMatching(/^(PENDING|EXECUTING)$/),
        message: null,
      })
    }
    expect(answer).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(Object.keys(item).sort()).toEqual(
      ['error', 'file', 'file_execution_id', 'metadata', 'result', 'status'].sort(),
    )
    expect(item).toMatchObject({ file: 'bill.pdf', status: 'Success', error: null })
    expect(item.result.output).toEqual({ invoice_number: 'INV-7' })
    expect(item.result.metadata.extraction_llm).toEqual([
      expect.objectContaining({
        input_tokens: expect.any(Number),
        output_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
        cost_in_dollars: expect.any(String),
      }),
    ])
    expect(item.metadata.file_execution_id).toBe(item.file_execution_id)
    expect(again).toMatchObject({
      status: 406,
      body: { status: 'COMPLETED', message: expect.any(String) },
    })
  })

  test('waits for another, leaves the metadata out, and has read it with that', async () => {
    const { body } = await deployed({ timeout: '300' })
    made.execution = body.message.execution_id
    const [item] = body.message.result

    expect(body.message.execution_status).toBe('COMPLETED')
    expect(item.result).toEqual({ output: { invoice_number: 'INV-7' } })
    expect((await statusOf()).status).toBe(406)
  })
})

describe('a caller of the deployed API', () => {
  const call = (authorization: string | undefined, path = made.path) =>
    server.anonymous.upload(path, { files: [] }, { headers: { authorization } })

  test('is told what is wrong in the order that clients know', async () => {
    const wrong = '00000000-0000-4000-8000-000000000000'
    const refused = [
      await call(undefined),
      await call(`bearer ${made.key}`),
      await call(undefined, '/deployment/api/recto/none/'),
      await call(`Bearer ${wrong}`, '/deployment/api/recto/none/'),
      await call(`Bearer ${wrong}`),
      await call('Bearer two words'),
      await call(`Bearer ${made.key}`),
    ]

    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 404, 401, 401, 400])
    for (const { body } of refused.slice(0, -1)) {
      expect(body).toMatchObject({ type: 'client_error', errors: [{ attr: null }] })
    }
    expect(refused.at(-1)?.body).toMatchObject({
      type: 'validation_error',
      errors: [{ attr: 'files' }],
    })
  })

  test('is answered with and without the slash, also beside a session', async () => {
    const path = made.path.replace(/\/$/, '')
    const { sessionid } = await ana.cookies()
    const headers = { ...bearer().headers, cookie: `sessionid=${sessionid}` }
    const answer = await server.anonymous.upload(path, { files: [] }, { headers })

    expect([answer.status, answer.body.errors[0].attr]).toEqual([400, 'files'])
  })

  test.each([
    ['no id', '', 400],
    ['an id that is none', '?execution_id=abc', 400],
    ['an id of nothing', '?execution_id=00000000-0000-4000-8000-000000000000', 404],
  ])('asking for %s is refused', async (_, query, status) => {
    const refused = await server.anonymous.get(`${made.path}${query}`, bearer())

    expect(refused.status).toBe(status)
    if (status === 400) expect(refused.body.errors[0].attr).toBe('execution_id')
  })
})

test('a look at the headers alone does not use up a result', async () => {
  const { body } = await deployed({ timeout: '0' })
  made.execution = body.message.execution_id
  const { ctx } = server
  const { organization: organizationId } = (await ana.get(`prompt-studio/${made.project}`)).body
  const tenant = { db: ctx.db, organizationId }
  const accepted = (await findExecution(tenant, made.execution))!
  await awaitExecution(ctx, tenant, { accepted, seconds: 60 })
  const head = await fetch(`${server.origin}${made.path}?execution_id=${made.execution}`, {
    method: 'HEAD',
    ...bearer(),
  })

  expect(head.status).toBe(200)
  expect((await statusOf()).status).toBe(200)
  expect((await statusOf()).status).toBe(406)
})

describe('the deployments of the browser client', () => {
  test('are switched by sending the whole row back', async () => {
    const [row] = (await ana.get('api/deployment/')).body
    const off = await ana.put(`api/deployment/${row.id}/`, { ...row, is_active: false })
    const on = await ana.put(`api/deployment/${row.id}/`, { ...row, is_active: true })

    expect(row).toMatchObject({ id: made.deployment, workflow_name: 'Script', is_active: true })
    expect([off.status, off.body.is_active, on.status]).toEqual([200, false, 200])
  })

  test('refuse a name that is taken, or an odd one, at its field', async () => {
    const fields = { workflow: made.workflow, display_name: 'Second', description: '' }
    const taken = await ana.post('api/deployment/', { ...fields, api_name: 'script_api' })
    const odd = await ana.post('api/deployment/', { ...fields, api_name: 'script api' })

    for (const { status, body } of [taken, odd]) {
      expect([status, body.type, body.errors[0].attr]).toEqual([
        400,
        'validation_error',
        'api_name',
      ])
    }
  })

  test('have keys that are added, edited and switched as whole rows', async () => {
    const path = `api/keys/api/${made.deployment}/`
    const fields = { api: made.deployment, description: 'Second', is_active: true }
    const added = await ana.post('api/keys/api/', fields)
    const saved = await ana.put(`api/keys/${added.body.id}/`, { ...added.body, is_active: false })
    const listed = await ana.get(path)
    const gone = await ana.delete(`api/keys/${added.body.id}/`)

    expect(added).toMatchObject({ status: 201, body: { ...fields, pipeline: null } })
    expect(saved).toMatchObject({ status: 200, body: { is_active: false } })
    expect(listed.body.map(({ api_key }: { api_key: string }) => api_key)).toEqual([
      made.key,
      added.body.api_key,
    ])
    expect(gone.status).toBe(204)
  })

  test('are saved as a collection with the key and the address in it', async () => {
    const { headers, body } = await ana.get(`api/postman_collection/${made.deployment}/`)

    expect(headers.get('content-disposition')).toMatch(/^attachment; .*Script%20API\.json/)
    expect(JSON.stringify(body)).toContain(made.key)
    expect(JSON.stringify(body)).toContain(`${server.origin}${made.path}`)
  })

  test('show their runs, which are asked for as those of a pipeline', async () => {
    const { status, body } = await ana.get(
      `pipeline/${made.deployment}/executions/?page=1&page_size=1`,
    )

    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 3, previous: null })
    expect(body.next).toContain('page=2')
    expect(body.results).toEqual([
      expect.objectContaining({
        id: made.execution,
        pipeline_id: made.deployment,
        execution_type: 'COMPLETE',
        execution_time: expect.any(Number),
      }),
    ])
  })
})

test('monitoring asks three addresses without a session', async () => {
  const health = await server.anonymous.get('/health')
  const text = await server.anonymous.get('/api/v1/x2text/health')
  const gated = await server.anonymous.get('/api/v1/health')

  expect([health.status, health.body]).toEqual([200, undefined])
  expect([text.status, text.body]).toEqual([200, 'OK'])
  expect(gated.status).toBe(401)
})
