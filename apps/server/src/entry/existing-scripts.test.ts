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

const createdIds = {
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

const bearer = () => ({ headers: { authorization: `Bearer ${createdIds.key}` } })
const callDeployment = (fields: Record<string, string>, files = [{ ...invoice, field: 'files' }]) =>
  server.anonymous.upload(createdIds.path, { files, fields }, bearer())
const statusOf = (query = '') =>
  server.anonymous.get(`${createdIds.path}?execution_id=${createdIds.execution}${query}`, bearer())

describe('a script', () => {
  test('signs in with the form, and takes the token from the cookie jar for every write', async () => {
    ana = (await server.signIn('admin', adminPassword)).person
    const { body } = await ana.get('/api/v1/organization')
    const path = `/api/v1/organization/${body.organizations[0].id}/set`
    const response = await ana.post(path, undefined, { headers: { 'x-csrftoken': undefined } })
    const set = await ana.post(path)

    expect(response).toMatchObject({
      status: 403,
      body: { type: 'client_error', errors: [{ code: 'permission_denied', attr: null }] },
    })
    expect(set.status).toBe(200)
  })

  test('creates four adapters, with their names in the settings and without schema validation', async () => {
    const adapters = {
      LLM: [
        'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
        { api_base: `${models.url}/v1`, api_key: 'sk-secret-1', model: 'canned', of_old: [1] },
      ],
      VECTOR_DB: ['noOpVectorDb|ca4d6056-4971-4bc8-97e3-9e36290b5bc0', { wait_time: 0 }],
      EMBEDDING: ['noOpEmbedding|ff223003-fee8-4079-b288-e86215e6b39a', { wait_time: 0 }],
      X2TEXT: ['noOpX2text|mp66d1op-7100-d340-9101-846fc7115676', { wait_time: 0 }],
    } as const
    for (const [adapter_type, [adapter_id, settings]] of Object.entries(adapters)) {
      const adapter_name = `Script ${adapter_type}`
      const { status, body } = await ana.post('adapter/', {
        adapter_id,
        adapter_name,
        adapter_type,
        adapter_metadata: { ...settings, adapter_name },
      })
      expect([status, body.adapter_type, typeof body.icon]).toEqual([201, adapter_type, 'string'])
      createdIds.adapters[adapter_type] = body.id
    }
    const read = await ana.get(`adapter/${createdIds.adapters.LLM}/`)
    const response = await ana.put(`adapter/${createdIds.adapters.LLM}/`, read.body)

    expect(read.body.adapter_metadata).toMatchObject({ adapter_name: 'Script LLM', of_old: [1] })
    expect(JSON.stringify(read.body)).not.toContain('sk-secret-1')
    expect(response.status).toBe(200)
  })

  test('creates a project, and sets the adapters of its default profile', async () => {
    const fields = { tool_name: 'Script', description: 'Made by a script', author: 'Ana' }
    const projectResponse = await ana.post('prompt-studio/', fields)
    createdIds.project = projectResponse.body.tool_id
    const path = `prompt-studio/prompt-studio-profile/${createdIds.project}/`
    const profiles = await ana.get(path)
    createdIds.profile = profiles.body[0].profile_id
    const builtIn = (await ana.get('adapter/?adapter_type=X2TEXT')).body.find(
      ({ id }: { id: string }) => id !== createdIds.adapters.X2TEXT,
    )
    const profileResponse = await ana.patch(
      `prompt-studio/profile-manager/${createdIds.profile}/`,
      {
        llm: createdIds.adapters.LLM,
        vector_store: createdIds.adapters.VECTOR_DB,
        embedding_model: createdIds.adapters.EMBEDDING,
        x2text: builtIn.id,
      },
    )

    expect(projectResponse.status).toBe(201)
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
    expect(profileResponse).toMatchObject({
      status: 200,
      body: { llm: 'Script LLM', x2text: builtIn.adapter_name },
    })
  })

  test('writes a prompt, uploads a document and indexes it', async () => {
    const prompt = await ana.post(`prompt-studio/prompt-studio-prompt/${createdIds.project}/`, {
      prompt_key: 'invoice_number',
      prompt: 'What is the invoice number?',
      tool_id: createdIds.project,
      prompt_type: 'PROMPT',
      profile_manager: createdIds.profile,
      sequence_number: 1,
      enforce_type: 'text',
      active: true,
    })
    createdIds.prompt = prompt.body.prompt_id
    const uploadResponse = await ana.upload(`prompt-studio/file/${createdIds.project}`, {
      files: [invoice],
    })
    createdIds.document = uploadResponse.body.data[0].document_id
    const ask = { document_id: createdIds.document }
    const indexResponse = await ana.post(`prompt-studio/index-document/${createdIds.project}`, ask)

    expect(prompt).toMatchObject({ status: 201, body: { enforce_type: 'text', active: true } })
    expect(uploadResponse.status).toBe(200)
    expect(indexResponse).toMatchObject({ status: 200, body: { message: expect.any(String) } })
  })

  test('runs the prompt, checks only for 202, and finds the output in the list of outputs', async () => {
    const run = await ana.post(`prompt-studio/fetch_response/${createdIds.project}`, {
      id: createdIds.prompt,
      document_id: createdIds.document,
      profile_manager: createdIds.profile,
    })
    const outputs = await ana.get(
      `prompt-studio/prompt-output/?tool_id=${createdIds.project}&document_manager=${createdIds.document}` +
        `&prompt_id=${createdIds.prompt}&is_single_pass_extract=false`,
    )

    expect(run.status).toBe(202)
    expect(outputs.body).toEqual([expect.objectContaining({ output: 'INV-7' })])
  })

  test('exports the project with two fields, and finds its tool by the project', async () => {
    const path = `prompt-studio/export/${createdIds.project}`
    const exportResponse = await ana.post(path, { force_export: true, is_shared_with_org: true })
    const registry = await ana.get(`prompt-studio/registry/?custom_tool=${createdIds.project}`)
    createdIds.tool = registry.body[0].prompt_registry_id
    const tools = await ana.get('tool/')

    expect(exportResponse.status).toBe(200)
    expect(registry.body).toHaveLength(1)
    expect(registry.body[0].tool_metadata).toMatchObject({ tool_id: createdIds.project })
    expect(tools.body.map((one: { function_name: string }) => one.function_name)).toContain(
      createdIds.tool,
    )
  })

  test('creates a workflow from API to API with it', async () => {
    const fields = { workflow_name: 'Script', description: '' }
    createdIds.workflow = (await ana.post('workflow/', fields)).body.id
    const { body: ends } = await ana.get(`workflow/endpoint/?workflow=${createdIds.workflow}`)
    for (const { id } of ends) {
      const set = await ana.patch(`workflow/endpoint/${id}/`, { connection_type: 'API' })
      expect([set.status, set.body.workflow]).toEqual([200, createdIds.workflow])
    }
    const ask = { workflow_id: createdIds.workflow, tool_id: createdIds.tool }
    const { status, body } = await ana.post('tool_instance/', ask)
    const order = { workflow_id: createdIds.workflow, tool_instances: [body.id] }

    expect(ends).toHaveLength(2)
    expect(status).toBe(201)
    expect((await ana.post('tool_instance/reorder/', order)).status).toBe(200)
  })

  test('runs it: the first request is a form, the second has the file', async () => {
    const form = new URLSearchParams({ workflow_id: createdIds.workflow })
    const first = await ana.post('workflow/execute/', form)
    const { execution_id } = first.body
    const second = await ana.upload('workflow/execute/', {
      fields: { workflow_id: createdIds.workflow, execution_id },
      files: [{ ...invoice, field: 'files' }],
    })
    const execution = await ana.get(`execution/${execution_id}/`)

    expect(first).toMatchObject({ status: 200, body: { execution_status: 'PENDING' } })
    expect(second).toMatchObject({ status: 200, body: { execution_status: 'COMPLETED' } })
    expect(execution.body).toMatchObject({ status: 'COMPLETED', successful_files: 1 })
  })

  test('deploys it under a name with a space, and gets plain texts as errors', async () => {
    const { status, body } = await ana.post('api/deployment/', {
      workflow: createdIds.workflow,
      display_name: 'Script API',
      api_name: 'script_api',
      description: '',
      is_active: true,
    })
    createdIds.deployment = body.id
    createdIds.key = body.api_key
    createdIds.path = `/${body.api_endpoint}`

    expect(status).toBe(201)
    expect(body).toMatchObject({
      is_active: 'True',
      api_endpoint: 'deployment/api/recto/script_api/',
    })
    expect(Object.values(body).every((value) => typeof value === 'string')).toBe(true)
  })

  test('calls it without waiting: PENDING, a status URL, and no cookie or token', async () => {
    const { status, body } = await callDeployment({ timeout: '0', include_metadata: 'True' })
    createdIds.execution = body.message.execution_id

    expect(status).toBe(200)
    expect(body.message).toEqual({
      execution_id: createdIds.execution,
      execution_status: 'PENDING',
      status_api: `/deployment/api/recto/script_api/?execution_id=${createdIds.execution}`,
      error: null,
      result: null,
    })
  })

  test('polls until it is done, reads the result once, and then learns that it was read', async () => {
    const statuses: unknown[] = []
    let answer = await statusOf('&include_metadata=true')
    for (; answer.status === 422; answer = await statusOf('&include_metadata=true')) {
      statuses.push(answer.body)
    }
    const [item] = answer.body.message
    const secondStatus = await statusOf()

    for (const body of statuses) {
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
    expect(secondStatus).toMatchObject({
      status: 406,
      body: { status: 'COMPLETED', message: expect.any(String) },
    })
  })

  test('waits for another run without metadata, which counts as reading it', async () => {
    const { body } = await callDeployment({ timeout: '300' })
    createdIds.execution = body.message.execution_id
    const [item] = body.message.result

    expect(body.message.execution_status).toBe('COMPLETED')
    expect(item.result).toEqual({ output: { invoice_number: 'INV-7' } })
    expect((await statusOf()).status).toBe(406)
  })
})

describe('a caller of the deployed API', () => {
  const call = (authorization: string | undefined, path = createdIds.path) =>
    server.anonymous.upload(path, { files: [] }, { headers: { authorization } })

  test('gets errors in the order that clients know', async () => {
    const wrong = '00000000-0000-4000-8000-000000000000'
    const refusals = [
      await call(undefined),
      await call(`bearer ${createdIds.key}`),
      await call(undefined, '/deployment/api/recto/none/'),
      await call(`Bearer ${wrong}`, '/deployment/api/recto/none/'),
      await call(`Bearer ${wrong}`),
      await call('Bearer two words'),
      await call(`Bearer ${createdIds.key}`),
    ]

    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 404, 401, 401, 400])
    for (const { body } of refusals.slice(0, -1)) {
      expect(body).toMatchObject({ type: 'client_error', errors: [{ attr: null }] })
    }
    expect(refusals.at(-1)?.body).toMatchObject({
      type: 'validation_error',
      errors: [{ attr: 'files' }],
    })
  })

  test('is served with and without the trailing slash, also with a session', async () => {
    const path = createdIds.path.replace(/\/$/, '')
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
    const response = await server.anonymous.get(`${createdIds.path}${query}`, bearer())

    expect(response.status).toBe(status)
    if (status === 400) expect(response.body.errors[0].attr).toBe('execution_id')
  })
})

test('a HEAD request does not count as reading a result', async () => {
  const { body } = await callDeployment({ timeout: '0' })
  createdIds.execution = body.message.execution_id
  const { ctx } = server
  const { organization: organizationId } = (await ana.get(`prompt-studio/${createdIds.project}`))
    .body
  const tenant = { db: ctx.db, organizationId }
  const execution = (await findExecution(tenant, createdIds.execution))!
  await awaitExecution(ctx, tenant, { acceptedExecution: execution, seconds: 60 })
  const head = await fetch(
    `${server.origin}${createdIds.path}?execution_id=${createdIds.execution}`,
    {
      method: 'HEAD',
      ...bearer(),
    },
  )

  expect(head.status).toBe(200)
  expect((await statusOf()).status).toBe(200)
  expect((await statusOf()).status).toBe(406)
})

describe('the deployments of the browser client', () => {
  test('are switched on and off by sending the whole row back', async () => {
    const [row] = (await ana.get('api/deployment/')).body
    const switchedOff = await ana.put(`api/deployment/${row.id}/`, { ...row, is_active: false })
    const switchedOn = await ana.put(`api/deployment/${row.id}/`, { ...row, is_active: true })

    expect(row).toMatchObject({
      id: createdIds.deployment,
      workflow_name: 'Script',
      is_active: true,
    })
    expect([switchedOff.status, switchedOff.body.is_active, switchedOn.status]).toEqual([
      200,
      false,
      200,
    ])
  })

  test('refuse a taken or invalid name at its field', async () => {
    const fields = { workflow: createdIds.workflow, display_name: 'Second', description: '' }
    const conflictResponse = await ana.post('api/deployment/', {
      ...fields,
      api_name: 'script_api',
    })
    const odd = await ana.post('api/deployment/', { ...fields, api_name: 'script api' })

    for (const { status, body } of [conflictResponse, odd]) {
      expect([status, body.type, body.errors[0].attr]).toEqual([
        400,
        'validation_error',
        'api_name',
      ])
    }
  })

  test('have keys that are added, edited and switched as whole rows', async () => {
    const path = `api/keys/api/${createdIds.deployment}/`
    const fields = { api: createdIds.deployment, description: 'Second', is_active: true }
    const addedKey = await ana.post('api/keys/api/', fields)
    const savedKey = await ana.put(`api/keys/${addedKey.body.id}/`, {
      ...addedKey.body,
      is_active: false,
    })
    const keyList = await ana.get(path)
    const deletion = await ana.delete(`api/keys/${addedKey.body.id}/`)

    expect(addedKey).toMatchObject({ status: 201, body: { ...fields, pipeline: null } })
    expect(savedKey).toMatchObject({ status: 200, body: { is_active: false } })
    expect(keyList.body.map(({ api_key }: { api_key: string }) => api_key)).toEqual([
      createdIds.key,
      addedKey.body.api_key,
    ])
    expect(deletion.status).toBe(204)
  })

  test('are exported as a collection that contains the key and the URL', async () => {
    const { headers, body } = await ana.get(`api/postman_collection/${createdIds.deployment}/`)

    expect(headers.get('content-disposition')).toMatch(/^attachment; .*Script%20API\.json/)
    expect(JSON.stringify(body)).toContain(createdIds.key)
    expect(JSON.stringify(body)).toContain(`${server.origin}${createdIds.path}`)
  })

  test('show their runs, which are requested like those of a pipeline', async () => {
    const { status, body } = await ana.get(
      `pipeline/${createdIds.deployment}/executions/?page=1&page_size=1`,
    )

    expect(status).toBe(200)
    expect(body).toMatchObject({ count: 3, previous: null })
    expect(body.next).toContain('page=2')
    expect(body.results).toEqual([
      expect.objectContaining({
        id: createdIds.execution,
        pipeline_id: createdIds.deployment,
        execution_type: 'COMPLETE',
        execution_time: expect.any(Number),
      }),
    ])
  })
})

test('monitoring uses three URLs without a session', async () => {
  const health = await server.anonymous.get('/health')
  const text = await server.anonymous.get('/api/v1/x2text/health')
  const protectedResponse = await server.anonymous.get('/api/v1/health')

  expect([health.status, health.body]).toEqual([200, undefined])
  expect([text.status, text.body]).toEqual([200, 'OK'])
  expect(protectedResponse.status).toBe(401)
})
