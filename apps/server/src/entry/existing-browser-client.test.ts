import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTool, makeWorkflow } from '../testing/make-tool.ts'
import type { Person, TestFile, TestReply } from '../testing/people.ts'
import { adminPassword, startServer, type TestServer } from '../testing/start-server.ts'

/**
 * The browser client of mid-2025, screen by screen: its calls as it writes them, and of each answer
 * what it reads. Every existing installation has `unstract` in its paths.
 */

let server: TestServer
let ana: Person
let invoice: TestFile
let userId: number
let project: { tool_id: string; profile_id: string; prompt_id: string; document_id: string }

const unknownId = '00000000-0000-4000-8000-000000000000'
const keysOf = (row: object) => Object.keys(row).sort()
const attrOf = ({ body }: TestReply) => body.errors[0].attr

beforeAll(async () => {
  server = await startServer({ worker: true, env: { PRODUCT_ID: 'unstract' } })
  ana = (await server.signIn('admin', adminPassword)).person
  userId = (await ana.get('/api/v1/session')).body.id
  const [first] = await sampleInvoices()
  if (!first) throw new Error('There is no sample invoice.')
  invoice = { name: 'bill.pdf', content: first.file }
  const fields = [{ key: 'invoice_number', prompt: 'What is the invoice number?' }]
  const { projectId, profileId, documentId } = await makeTool(ana, {
    name: 'Bills',
    fields,
    sample: invoice,
  })
  const { body } = await ana.get(`prompt-studio/${projectId}`)
  const { prompt_id } = body.prompts[0]
  project = { tool_id: projectId, profile_id: profileId, prompt_id, document_id: documentId }
})

afterAll(() => server?.close())

describe('signing in', () => {
  test('a wrong password shows the form again, with 200 and no session', async () => {
    const { answer } = await server.signIn('admin', 'wrong password')

    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('role="alert"') })
    expect(answer.headers.getSetCookie().join()).not.toContain('sessionid')
  })

  test('the right password leads to the application with both cookies, one of them readable', async () => {
    const { answer } = await server.signIn('admin', adminPassword)
    const cookies = answer.headers.getSetCookie()
    const cookie = (name: string) => cookies.find((one) => one.startsWith(`${name}=`)) ?? ''

    expect(answer).toMatchObject({ status: 302, body: undefined })
    expect(cookie('sessionid')).toMatch(/Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax/)
    expect(cookie('csrftoken')).toMatch(/Path=\/; SameSite=Lax/)
    expect(cookie('csrftoken')).not.toContain('HttpOnly')
  })
})

describe('starting up', () => {
  test('gets the text that the client compares if there is no session', async () => {
    for (const path of ['/api/v1/session?q=1', 'adapter', 'prompt-studio/%20', 'no/such/page/']) {
      const response = await server.anonymous.get(path)
      expect(response).toMatchObject({ status: 401, body: { message: 'Unauthorized' } })
      expect(keysOf(response.body)).toEqual(['message'])
    }
  })

  test('makes eight requests, and gets each reply in its format', async () => {
    const session = await ana.get('/api/v1/session?q=1750000000')
    const organizations = await ana.get('/api/v1/organization')
    const { id, name } = organizations.body.organizations[0]
    const set = await ana.post(`/api/v1/organization/${id}/set`)
    const profile = await ana.get('users/profile/')
    const adapters = await ana.get('adapter/')
    const flags = await ana.get('flags/?namespace=default')
    const logs = await ana.get('logs/')
    const count = await ana.get('tool/prompt-studio/count/')

    expect(session).toMatchObject({ status: 201, body: { organization_id: id, role: 'admin' } })
    // The last one is only for the first account, and such a client ignores what it does not know.
    expect(keysOf(session.body)).toEqual(
      ['email', 'id', 'organization_id', 'provider', 'role', 'user_id', 'is_platform_admin'].sort(),
    )
    expect(organizations).toMatchObject({ status: 200, body: { message: 'success' } })
    expect(name).toMatch(/^[^/]+$/)
    expect(set.status).toBe(200)
    expect(set.body).toMatchObject({ is_new_org: false, user: { id: String(userId) } })
    expect(set.body.organization).toEqual({ name, organization_id: id })
    expect(set.body.log_events_id).toEqual(expect.any(String))
    expect(profile.body.user).toMatchObject({ id: String(userId), is_admin: true })
    expect(new Set(adapters.body.map((row: { adapter_type: string }) => row.adapter_type))).toEqual(
      new Set(['LLM', 'VECTOR_DB', 'EMBEDDING', 'X2TEXT']),
    )
    expect(flags.body.feature_flags.flags).toEqual(expect.any(Object))
    expect(logs).toMatchObject({ status: 200, body: { data: [] } })
    expect(count).toMatchObject({ status: 200, body: { count: 1 } })
  })

  test('gets an empty 403 in another organization', async () => {
    await server.as('admin', { organization: 'otherwise' }).get('users/')
    const response = await ana.post('/api/v1/organization/otherwise/set')

    expect(response).toMatchObject({ status: 403, body: undefined })
  })

  test('every reply has headers that forbid caching and framing', async () => {
    const answers = [
      await ana.get('adapter', { headers: { 'x-request-id': 'trace-1' } }),
      await server.anonymous.get('adapter', { headers: { 'x-request-id': 'trace-1' } }),
      await ana.get('no/such/page/', { headers: { 'x-request-id': 'trace-1' } }),
    ]

    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toBe('trace-1')
      expect(headers.get('cache-control')).toBe('max-age=0, no-cache, no-store, must-revalidate')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('allow')).toBeNull()
    }
    expect((await ana.get('adapter')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('the id of a request is repeated up to 200 characters, without those that mean something', async () => {
    const sentAndRepeated = [
      ['x'.repeat(500), 'x'.repeat(200)],
      ['trace_1/2.3:4+5=6,7@8~9-0', 'trace_1/2.3:4+5=6,7@8~9-0'],
      ['a "b"; <script>é\\$c%0d', 'abscriptc0d'],
      ['<>', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ]

    for (const [id, repeatedId] of sentAndRepeated) {
      const { headers } = await ana.get('no/such/page/', { headers: { 'x-request-id': id } })
      expect(headers.get('x-request-id')).toEqual(repeatedId)
    }
  })

  test('the invite page gets its initial role, and the edit page that of its member', async () => {
    const roles = await ana.get('roles')
    const users = await ana.get('users/')
    const names = roles.body.members.map(({ name }: { name: string }) => name)

    expect(names).toContain('unstract_user')
    expect(new Set(roles.body.members.map(({ id }: { id: string }) => id)).size).toBe(names.length)
    expect(users.body.members[0]).toMatchObject({ id: String(userId), role: names[0] })
  })
})

describe('not found', () => {
  test('is JSON, for an unknown URL and for an unknown object', async () => {
    const answers = await Promise.all(
      ['no/such/page/', 'adapter/gpt/', 'workflow/undefined/', 'prompt-studio/null'].map((path) =>
        ana.get(path),
      ),
    )
    const response = await ana.get(`adapter/${unknownId}/`)

    for (const { status, headers } of answers) {
      expect([status, headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
    }
    expect(response).toMatchObject({ status: 404, body: { type: 'client_error' } })
    expect(response.body.errors).toEqual([
      expect.objectContaining({ code: 'not_found', attr: null }),
    ])
  })

  test('includes methods that a URL does not support', async () => {
    const response = await ana.delete('tool/prompt-studio/count/')

    expect(response).toMatchObject({
      status: 405,
      body: { errors: [{ code: 'method_not_allowed' }] },
    })
  })
})

describe('the list of projects', () => {
  test.each(['prompt-studio/', 'prompt-studio', 'prompt-studio/%20', 'prompt-studio/ '])(
    'answers at “%s” with rows whose icons and names are texts',
    async (path) => {
      const { status, body } = await ana.get(path)

      expect(status).toBe(200)
      expect(body[0]).toMatchObject({ tool_id: project.tool_id, icon: '', prompts: [{}] })
    },
  )

  test('its dialog sends the whole row back, without the slash', async () => {
    const [row] = (await ana.get('prompt-studio/ ')).body
    const response = await ana.patch(`prompt-studio/${row.tool_id}`, {
      ...row,
      description: 'All of them',
      prompts: [],
    })

    expect(response).toMatchObject({ status: 200, body: { description: 'All of them' } })
    expect(response.body.prompts).toHaveLength(1)
  })

  test('reports a taken name at its field', async () => {
    const fields = { tool_name: 'Bills', author: 'Ana', description: 'Again', icon: '' }
    const response = await ana.post('prompt-studio/', fields)

    expect([response.status, response.body.type, attrOf(response)]).toEqual([
      400,
      'validation_error',
      'tool_name',
    ])
  })

  test('sharing sends ids as texts, and names are read back', async () => {
    const ben = server.as('user')
    const { body: session } = await ben.get('/api/v1/session')
    const path = `prompt-studio/${project.tool_id}`
    const shared = await ana.patch(path, { shared_users: [String(session.id)] })
    const info = await ana.get(`prompt-studio/users/${project.tool_id}`)
    await ana.patch(path, { shared_users: [] })

    expect(shared.body.shared_users).toEqual([session.id])
    expect(info.body.shared_users).toEqual([{ id: session.id, username: ben.username }])
  })
})

describe('a project', () => {
  test('opens with five requests in this order, none of which may fail', async () => {
    const id = project.tool_id
    const projectResponse = await ana.get(`prompt-studio/${id}`)
    const documents = await ana.get(`prompt-studio/prompt-document?tool_id=${id}`)
    const choices = await ana.get('prompt-studio/select_choices')
    const profiles = await ana.get(`prompt-studio/prompt-studio-profile/${id}`)
    const adapters = await ana.get('adapter')

    expect(projectResponse.body).toMatchObject({
      default_profile: project.profile_id,
      preamble: expect.any(String),
    })
    expect(documents.body).toEqual([
      { document_id: project.document_id, document_name: 'bill.pdf', tool: id },
    ])
    expect(Object.values(choices.body.output_type)).toContain('line-item')
    const names = adapters.body.map((row: { adapter_name: string }) => row.adapter_name)
    const [profile] = profiles.body
    for (const slot of ['llm', 'vector_store', 'embedding_model', 'x2text']) {
      expect(names).toContain(profile[slot])
    }
  })

  test('has no outputs if nothing is selected, however the client writes that', async () => {
    const base = `prompt-studio/prompt-output/?tool_id=${project.tool_id}`
    for (const filter of [
      '&document_manager=undefined',
      '&profile_manager=undefined',
      '&prompt_id=',
    ]) {
      const outputs = await ana.get(`${base}${filter}`)
      expect(outputs).toMatchObject({ status: 200, body: expect.any(Array) })
    }
  })

  test('accepts a file, reports errors at its field, and returns it in two formats', async () => {
    const path = `prompt-studio/file/${project.tool_id}`
    const duplicate = await ana.upload(path, { files: [invoice] })
    const text = await ana.upload(path, { files: [{ name: 'a.pdf', content: 'no PDF' }] })
    const file = await ana.get(`${path}?document_id=${project.document_id}&view_type=ORIGINAL`)
    const raw = await ana.get(`${path}?document_id=${project.document_id}&view_type=SUMMARIZE`)

    expect([duplicate.status, attrOf(duplicate), text.status, attrOf(text)]).toEqual([
      400,
      'file',
      400,
      'file',
    ])
    expect(file.body.mime_type).toBe('application/pdf')
    expect(file.body.data.mime_type).toBe('application/pdf')
    expect(Buffer.from(file.body.data.data, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    expect(raw).toMatchObject({ status: 404, body: { errors: [{}] } })
  })

  test('saves a profile with numbers as text, and shows the names of its adapters', async () => {
    const adapters = (await ana.get('adapter')).body
    const idOf = (type: string) =>
      adapters.find((row: { adapter_type: string }) => row.adapter_type === type).id
    const profileFields = {
      profile_name: 'Typed',
      llm: idOf('LLM'),
      vector_store: idOf('VECTOR_DB'),
      embedding_model: idOf('EMBEDDING'),
      x2text: idOf('X2TEXT'),
      chunk_size: '1024',
      chunk_overlap: '128',
      similarity_top_k: '5',
      section: 'Default',
      retrieval_strategy: 'simple',
      reindex: false,
      prompt_studio_tool: project.tool_id,
    }
    const creation = await ana.post(
      `prompt-studio/profilemanager/${project.tool_id}`,
      profileFields,
    )
    const path = `prompt-studio/profile-manager/${creation.body.profile_id}/`
    const update = await ana.put(path, { ...creation.body, chunk_size: '2048' })
    const deletion = await ana.delete(path)

    expect(creation).toMatchObject({
      status: 201,
      body: { chunk_size: 1024, chunk_overlap: 128, similarity_top_k: 5, is_default: false },
    })
    expect(update).toMatchObject({
      status: 200,
      body: { chunk_size: 2048, llm: creation.body.llm },
    })
    expect(deletion).toMatchObject({ status: 204, body: undefined })
  })

  test('runs a prompt: the reply has the rows, which are already stored', async () => {
    const { tool_id, prompt_id: id, document_id, profile_id: profile_manager } = project
    const run = await ana.post(`prompt-studio/fetch_response/${tool_id}`, {
      id,
      document_id,
      profile_manager,
      run_id: unknownId,
    })
    const storedOutput = await ana.get(
      `prompt-studio/prompt-output/?tool_id=${tool_id}&document_manager=${document_id}`,
    )
    const combinedOutput = await ana.get(
      `prompt-studio/prompt-output/prompt-default-profile/?tool_id=${tool_id}&document_manager=${document_id}`,
    )
    const indexResponse = await ana.get(
      `prompt-studio/document-index/?profile_manager=${profile_manager}&document_manager=${document_id}`,
    )
    const [row] = run.body

    expect(run.status).toBe(202)
    expect(row).toMatchObject({ prompt_id: id, document_manager: document_id, profile_manager })
    expect(row.output).toMatch(/\w/)
    expect(row.context.every((chunk: unknown) => typeof chunk === 'string')).toBe(true)
    expect(row.token_usage).toHaveProperty('cost_in_dollars')
    expect(typeof row.token_usage.cost_in_dollars).not.toBe('string')
    expect(storedOutput.body[0]).toMatchObject({ prompt_output_id: row.prompt_output_id })
    expect(combinedOutput.body).toEqual({ invoice_number: row.output })
    expect(indexResponse.body[0].raw_index_id).toEqual(expect.any(String))
  })

  test('that was never run is not exported unless the client forces it', async () => {
    const fields = { tool_name: 'Fresh', author: 'Ana', description: 'New', icon: '' }
    const { body: fresh } = await ana.post('prompt-studio/', fields)
    const path = `prompt-studio/export/${fresh.tool_id}`
    const exportInfo = await ana.get(path)
    const ask = { is_shared_with_org: false, user_id: [userId] }
    const empty = await ana.post(path, ask)
    await ana.post(`prompt-studio/prompt-studio-prompt/${fresh.tool_id}/`, {
      prompt_key: 'total',
      prompt: 'What is the total?',
      tool_id: fresh.tool_id,
      prompt_type: 'PROMPT',
      profile_manager: fresh.default_profile,
      sequence_number: 1,
    })
    const warning = await ana.post(path, ask)
    const forcedExport = await ana.post(path, { ...ask, force_export: true })
    const deletion = await ana.delete(`prompt-studio/${fresh.tool_id}`)

    expect(exportInfo).toMatchObject({ status: 204, body: undefined })
    expect(empty).toMatchObject({ status: 500, body: { errors: [{ code: 'error' }] } })
    expect(warning).toMatchObject({ status: 500, body: { errors: [{ code: 'warning' }] } })
    expect(forcedExport).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(deletion.status).toBe(204)
  })
})

describe('the workflows', () => {
  test('are listed with the client’s filters, and duplicates are refused by name', async () => {
    const fields = { workflow_name: 'Filtered', description: '', created_by: String(userId) }
    const { status, body } = await ana.post('workflow/', fields)
    const duplicate = await ana.post('workflow/', fields)
    const ownWorkflows = await ana.get(
      `workflow/?created_by=${userId}&is_active=True&order_by=desc`,
    )
    const otherWorkflows = await ana.get('workflow/?created_by=999999')
    const update = await ana.put(`workflow/${body.id}/`, { ...body, modified_by: String(userId) })
    const deletion = await ana.delete(`workflow/${body.id}/`)

    expect(status).toBe(201)
    expect(body).toMatchObject({
      source_settings: null,
      destination_settings: null,
      tool_instances: [],
    })
    expect([duplicate.status, duplicate.body.type, attrOf(duplicate)]).toEqual([
      400,
      'validation_error',
      'workflow_name',
    ])
    expect(ownWorkflows.body.map(({ id }: { id: string }) => id)).toContain(body.id)
    expect(otherWorkflows.body).toEqual([])
    expect([update.status, deletion.status]).toEqual([200, 204])
  })

  test('the editor opens one, resets and sets its endpoints, and sends a whole endpoint back', async () => {
    const { body: flow } = await ana.post('workflow/', { workflow_name: 'Edited' })
    const [source] = (await ana.get(`workflow/${flow.id}/endpoint/`)).body
    const path = `workflow/endpoint/${source.id}/`
    const settings = await ana.get(`${path}settings/`)
    const set = await ana.put(path, { ...source, connection_type: 'API' })
    const endpointList = await ana.get(
      'workflow/endpoint/?endpoint_type=SOURCE&connection_type=API',
    )
    const reset = await ana.put(path, {
      ...set.body,
      connection_type: '',
      connector_instance: null,
    })
    const updatePermission = await ana.get(`workflow/${flow.id}/can-update`)

    expect(source).toMatchObject({ endpoint_type: 'SOURCE', connection_type: '' })
    expect(settings).toMatchObject({ status: 200, body: { status: 200, schema: null } })
    expect(set).toMatchObject({ status: 200, body: { connection_type: 'API' } })
    expect(endpointList.body).toContainEqual(
      expect.objectContaining({ workflow: flow.id, workflow_name: 'Edited' }),
    )
    expect(reset.body).toMatchObject({ connection_type: '', connector_instance: null })
    expect(updatePermission).toMatchObject({ status: 200, body: { can_update: true } })
  })

  test('adds a tool, sets its order, and reads and replaces its settings', async () => {
    const [{ function_name: tool_id }] = (await ana.get('tool/')).body
    const { body: flow } = await ana.post('workflow/', { workflow_name: 'With a tool' })
    const toolInstance = await ana.post('tool_instance/', { workflow_id: flow.id, tool_id })
    const { id, metadata } = toolInstance.body
    const order = { workflow_id: flow.id, tool_instances: [id] }
    const orderResponse = await ana.post('tool_instance/reorder/', order)
    const schema = await ana.get(
      `tool_settings_schema/?function_name=${tool_id}&workflow_id=${flow.id}`,
    )
    const update = await ana.patch(`tool_instance/${id}/`, {
      metadata: { ...metadata, enable_highlight: true },
    })
    const second = await ana.post('tool_instance/', { workflow_id: flow.id, tool_id })

    expect(toolInstance.status).toBe(201)
    expect(toolInstance.body).toMatchObject({
      tool_id,
      step: 1,
      status: 'Ready to start',
      name: 'Bills',
    })
    expect(toolInstance.body.icon).toEqual(expect.any(String))
    expect(orderResponse).toMatchObject({ status: 200, body: [{ id }] })
    expect(schema.body.properties).toEqual(expect.any(Object))
    expect(update.body.metadata).toMatchObject({ enable_highlight: true, tool_instance_id: id })
    expect(second.status).toBe(400)
  })

  test('a run takes two requests, and its files, times and sizes are texts', async () => {
    const [{ function_name: toolId }] = (await ana.get('tool/')).body
    const flow = await makeWorkflow(ana, 'Run by hand', toolId)
    const first = await ana.upload('workflow/execute/', { fields: { workflow_id: flow } })
    const { execution_id } = first.body
    const done = await ana.upload('workflow/execute/', {
      fields: { workflow_id: flow, execution_id },
      files: [{ ...invoice, field: 'files' }],
    })
    const list = await ana.get(
      'execution/?execution_entity=WF&page=1&page_size=10&ordering=-created_at',
    )
    const files = await ana.get(`execution/${execution_id}/files/?page=1&page_size=10`)
    const secondCall = await ana.upload('workflow/execute/', {
      fields: { workflow_id: flow, execution_id },
      files: [{ ...invoice, field: 'files' }],
    })

    expect(first).toMatchObject({
      status: 200,
      body: { execution_status: 'PENDING', result: null },
    })
    expect(done).toMatchObject({
      status: 200,
      body: { execution_id, execution_status: 'COMPLETED' },
    })
    expect(keysOf(list.body)).toEqual(['count', 'next', 'previous', 'results'])
    expect(list.body.results[0]).toMatchObject({ id: execution_id, successful_files: 1 })
    expect(list.body.results[0].execution_time).toMatch(/^\d+:\d\d:\d\d$/)
    expect(files.body.results[0]).toMatchObject({ file_name: 'bill.pdf', status: 'COMPLETED' })
    expect(files.body.results[0].file_size).toMatch(/^[\d.]+ [KM]?B$/)
    expect(secondCall.status).toBe(400)
  })
})
