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
let me: number
let project: { tool_id: string; profile_id: string; prompt_id: string; document_id: string }

const nowhere = '00000000-0000-4000-8000-000000000000'
const keysOf = (row: object) => Object.keys(row).sort()
const attrOf = ({ body }: TestReply) => body.errors[0].attr

beforeAll(async () => {
  server = await startServer({ worker: true, env: { PRODUCT_ID: 'unstract' } })
  ana = (await server.signIn('admin', adminPassword)).person
  me = (await ana.get('/api/v1/session')).body.id
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

  test('the right one leads to the application with both cookies, one of them readable', async () => {
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
  test('without a session is told so by the one text that the client compares', async () => {
    for (const path of ['/api/v1/session?q=1', 'adapter', 'prompt-studio/%20', 'no/such/page/']) {
      const refused = await server.anonymous.get(path)
      expect(refused).toMatchObject({ status: 401, body: { message: 'Unauthorized' } })
      expect(keysOf(refused.body)).toEqual(['message'])
    }
  })

  test('asks eight things, and gets each in its shape', async () => {
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
    // The last is the first account's alone, and such a client looks at what it knows.
    expect(keysOf(session.body)).toEqual(
      ['email', 'id', 'organization_id', 'provider', 'role', 'user_id', 'is_platform_admin'].sort(),
    )
    expect(organizations).toMatchObject({ status: 200, body: { message: 'success' } })
    expect(name).toMatch(/^[^/]+$/)
    expect(set.status).toBe(200)
    expect(set.body).toMatchObject({ is_new_org: false, user: { id: String(me) } })
    expect(set.body.organization).toEqual({ name, organization_id: id })
    expect(set.body.log_events_id).toEqual(expect.any(String))
    expect(profile.body.user).toMatchObject({ id: String(me), is_admin: true })
    expect(new Set(adapters.body.map((row: { adapter_type: string }) => row.adapter_type))).toEqual(
      new Set(['LLM', 'VECTOR_DB', 'EMBEDDING', 'X2TEXT']),
    )
    expect(flags.body.feature_flags.flags).toEqual(expect.any(Object))
    expect(logs).toMatchObject({ status: 200, body: { data: [] } })
    expect(count).toMatchObject({ status: 200, body: { count: 1 } })
  })

  test('in somebody else’s organization ends with an empty 403', async () => {
    await server.as('admin', { organization: 'otherwise' }).get('users/')
    const refused = await ana.post('/api/v1/organization/otherwise/set')

    expect(refused).toMatchObject({ status: 403, body: undefined })
  })

  test('every answer has the headers of a page that must not be kept or framed', async () => {
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

  test('the invite page finds the role that it starts with, and the edit page its member’s', async () => {
    const roles = await ana.get('roles')
    const users = await ana.get('users/')
    const names = roles.body.members.map(({ name }: { name: string }) => name)

    expect(names).toContain('unstract_user')
    expect(new Set(roles.body.members.map(({ id }: { id: string }) => id)).size).toBe(names.length)
    expect(users.body.members[0]).toMatchObject({ id: String(me), role: names[0] })
  })
})

describe('what does not exist', () => {
  test('is JSON, for an address that is none and for a thing that is none', async () => {
    const answers = await Promise.all(
      ['no/such/page/', 'adapter/gpt/', 'workflow/undefined/', 'prompt-studio/null'].map((path) =>
        ana.get(path),
      ),
    )
    const gone = await ana.get(`adapter/${nowhere}/`)

    for (const { status, headers } of answers) {
      expect([status, headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
    }
    expect(gone).toMatchObject({ status: 404, body: { type: 'client_error' } })
    expect(gone.body.errors).toEqual([expect.objectContaining({ code: 'not_found', attr: null })])
  })

  test('includes methods that an address does not know', async () => {
    const refused = await ana.delete('tool/prompt-studio/count/')

    expect(refused).toMatchObject({
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
    const saved = await ana.patch(`prompt-studio/${row.tool_id}`, {
      ...row,
      description: 'All of them',
      prompts: [],
    })

    expect(saved).toMatchObject({ status: 200, body: { description: 'All of them' } })
    expect(saved.body.prompts).toHaveLength(1)
  })

  test('a name that is taken is told at its field', async () => {
    const fields = { tool_name: 'Bills', author: 'Ana', description: 'Again', icon: '' }
    const refused = await ana.post('prompt-studio/', fields)

    expect([refused.status, refused.body.type, attrOf(refused)]).toEqual([
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
  test('opens with five calls in this order, none of which may fail', async () => {
    const id = project.tool_id
    const opened = await ana.get(`prompt-studio/${id}`)
    const documents = await ana.get(`prompt-studio/prompt-document?tool_id=${id}`)
    const choices = await ana.get('prompt-studio/select_choices')
    const profiles = await ana.get(`prompt-studio/prompt-studio-profile/${id}`)
    const adapters = await ana.get('adapter')

    expect(opened.body).toMatchObject({
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

  test('with nothing chosen has no outputs, whatever stands for nothing', async () => {
    const base = `prompt-studio/prompt-output/?tool_id=${project.tool_id}`
    for (const more of [
      '&document_manager=undefined',
      '&profile_manager=undefined',
      '&prompt_id=',
    ]) {
      const outputs = await ana.get(`${base}${more}`)
      expect(outputs).toMatchObject({ status: 200, body: expect.any(Array) })
    }
  })

  test('takes a file, says why not at its field, and gives it back in two wrappings', async () => {
    const path = `prompt-studio/file/${project.tool_id}`
    const again = await ana.upload(path, { files: [invoice] })
    const text = await ana.upload(path, { files: [{ name: 'a.pdf', content: 'no PDF' }] })
    const file = await ana.get(`${path}?document_id=${project.document_id}&view_type=ORIGINAL`)
    const raw = await ana.get(`${path}?document_id=${project.document_id}&view_type=SUMMARIZE`)

    expect([again.status, attrOf(again), text.status, attrOf(text)]).toEqual([
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

  test('saves a profile whose numbers were typed, and shows names for its adapters', async () => {
    const adapters = (await ana.get('adapter')).body
    const idOf = (type: string) =>
      adapters.find((row: { adapter_type: string }) => row.adapter_type === type).id
    const typed = {
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
    const made = await ana.post(`prompt-studio/profilemanager/${project.tool_id}`, typed)
    const path = `prompt-studio/profile-manager/${made.body.profile_id}/`
    const saved = await ana.put(path, { ...made.body, chunk_size: '2048' })
    const gone = await ana.delete(path)

    expect(made).toMatchObject({
      status: 201,
      body: { chunk_size: 1024, chunk_overlap: 128, similarity_top_k: 5, is_default: false },
    })
    expect(saved).toMatchObject({ status: 200, body: { chunk_size: 2048, llm: made.body.llm } })
    expect(gone).toMatchObject({ status: 204, body: undefined })
  })

  test('runs a prompt: the rows are the answer, and are stored before it', async () => {
    const { tool_id, prompt_id: id, document_id, profile_id: profile_manager } = project
    const run = await ana.post(`prompt-studio/fetch_response/${tool_id}`, {
      id,
      document_id,
      profile_manager,
      run_id: nowhere,
    })
    const stored = await ana.get(
      `prompt-studio/prompt-output/?tool_id=${tool_id}&document_manager=${document_id}`,
    )
    const combined = await ana.get(
      `prompt-studio/prompt-output/prompt-default-profile/?tool_id=${tool_id}&document_manager=${document_id}`,
    )
    const indexed = await ana.get(
      `prompt-studio/document-index/?profile_manager=${profile_manager}&document_manager=${document_id}`,
    )
    const [row] = run.body

    expect(run.status).toBe(202)
    expect(row).toMatchObject({ prompt_id: id, document_manager: document_id, profile_manager })
    expect(row.output).toMatch(/\w/)
    expect(row.context.every((chunk: unknown) => typeof chunk === 'string')).toBe(true)
    expect(row.token_usage).toHaveProperty('cost_in_dollars')
    expect(typeof row.token_usage.cost_in_dollars).not.toBe('string')
    expect(stored.body[0]).toMatchObject({ prompt_output_id: row.prompt_output_id })
    expect(combined.body).toEqual({ invoice_number: row.output })
    expect(indexed.body[0].raw_index_id).toEqual(expect.any(String))
  })

  test('that was never run is not exported, and the client can insist', async () => {
    const fields = { tool_name: 'Fresh', author: 'Ana', description: 'New', icon: '' }
    const { body: fresh } = await ana.post('prompt-studio/', fields)
    const path = `prompt-studio/export/${fresh.tool_id}`
    const none = await ana.get(path)
    const ask = { is_shared_with_org: false, user_id: [me] }
    const empty = await ana.post(path, ask)
    await ana.post(`prompt-studio/prompt-studio-prompt/${fresh.tool_id}/`, {
      prompt_key: 'total',
      prompt: 'What is the total?',
      tool_id: fresh.tool_id,
      prompt_type: 'PROMPT',
      profile_manager: fresh.default_profile,
      sequence_number: 1,
    })
    const warned = await ana.post(path, ask)
    const forced = await ana.post(path, { ...ask, force_export: true })
    const gone = await ana.delete(`prompt-studio/${fresh.tool_id}`)

    expect(none).toMatchObject({ status: 204, body: undefined })
    expect(empty).toMatchObject({ status: 500, body: { errors: [{ code: 'error' }] } })
    expect(warned).toMatchObject({ status: 500, body: { errors: [{ code: 'warning' }] } })
    expect(forced).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(gone.status).toBe(204)
  })
})

describe('the workflows', () => {
  test('are listed as the client filters them, and refused by name', async () => {
    const fields = { workflow_name: 'Filtered', description: '', created_by: String(me) }
    const { status, body } = await ana.post('workflow/', fields)
    const again = await ana.post('workflow/', fields)
    const mine = await ana.get(`workflow/?created_by=${me}&is_active=True&order_by=desc`)
    const others = await ana.get('workflow/?created_by=999999')
    const saved = await ana.put(`workflow/${body.id}/`, { ...body, modified_by: String(me) })
    const gone = await ana.delete(`workflow/${body.id}/`)

    expect(status).toBe(201)
    expect(body).toMatchObject({
      source_settings: null,
      destination_settings: null,
      tool_instances: [],
    })
    expect([again.status, again.body.type, attrOf(again)]).toEqual([
      400,
      'validation_error',
      'workflow_name',
    ])
    expect(mine.body.map(({ id }: { id: string }) => id)).toContain(body.id)
    expect(others.body).toEqual([])
    expect([saved.status, gone.status]).toEqual([200, 204])
  })

  test('the editor opens one, resets and sets its ends, and puts the whole end back', async () => {
    const { body: flow } = await ana.post('workflow/', { workflow_name: 'Edited' })
    const [source] = (await ana.get(`workflow/${flow.id}/endpoint/`)).body
    const path = `workflow/endpoint/${source.id}/`
    const settings = await ana.get(`${path}settings/`)
    const set = await ana.put(path, { ...source, connection_type: 'API' })
    const asked = await ana.get('workflow/endpoint/?endpoint_type=SOURCE&connection_type=API')
    const reset = await ana.put(path, {
      ...set.body,
      connection_type: '',
      connector_instance: null,
    })
    const may = await ana.get(`workflow/${flow.id}/can-update`)

    expect(source).toMatchObject({ endpoint_type: 'SOURCE', connection_type: '' })
    expect(settings).toMatchObject({ status: 200, body: { status: 200, schema: null } })
    expect(set).toMatchObject({ status: 200, body: { connection_type: 'API' } })
    expect(asked.body).toContainEqual(
      expect.objectContaining({ workflow: flow.id, workflow_name: 'Edited' }),
    )
    expect(reset.body).toMatchObject({ connection_type: '', connector_instance: null })
    expect(may).toMatchObject({ status: 200, body: { can_update: true } })
  })

  test('a tool is added, put in its order, and its settings are read and replaced', async () => {
    const [{ function_name: tool_id }] = (await ana.get('tool/')).body
    const { body: flow } = await ana.post('workflow/', { workflow_name: 'With a tool' })
    const added = await ana.post('tool_instance/', { workflow_id: flow.id, tool_id })
    const { id, metadata } = added.body
    const order = { workflow_id: flow.id, tool_instances: [id] }
    const ordered = await ana.post('tool_instance/reorder/', order)
    const schema = await ana.get(
      `tool_settings_schema/?function_name=${tool_id}&workflow_id=${flow.id}`,
    )
    const saved = await ana.patch(`tool_instance/${id}/`, {
      metadata: { ...metadata, enable_highlight: true },
    })
    const second = await ana.post('tool_instance/', { workflow_id: flow.id, tool_id })

    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ tool_id, step: 1, status: 'Ready to start', name: 'Bills' })
    expect(added.body.icon).toEqual(expect.any(String))
    expect(ordered).toMatchObject({ status: 200, body: [{ id }] })
    expect(schema.body.properties).toEqual(expect.any(Object))
    expect(saved.body.metadata).toMatchObject({ enable_highlight: true, tool_instance_id: id })
    expect(second.status).toBe(400)
  })

  test('a run takes two calls, and its files, times and sizes are texts', async () => {
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
    const again = await ana.upload('workflow/execute/', {
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
    expect(again.status).toBe(400)
  })
})
