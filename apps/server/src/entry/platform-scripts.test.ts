import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeConnector } from '../testing/make-pipeline.ts'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
  type TestTool,
} from '../testing/make-tool.ts'
import type { Person, TestReply } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { makeScript, type Script } from './testing/clone-organization.ts'

/** Scripts with a platform key: they copy an organization, or run a project, by the names that they know. */

let server: TestServer
let ada: Person
let script: Script
let tool: TestTool
let deployment: TestDeployment
let workflowId: string

const sample = { name: 'bill.txt', content: 'Invoice number: 4711\nTotal: 12.50 EUR\n' }
const fields = [{ key: 'number', prompt: 'What is the invoice number?' }]

beforeAll(async () => {
  server = await startServer({
    worker: true,
    env: { RECTO_GOOGLE_CLIENT_ID: 'recto', RECTO_GOOGLE_CLIENT_SECRET: 'secret' },
  })
  ada = server.as('admin')
  tool = await makeTool(ada, { name: 'Bills', fields, sample })
  workflowId = await makeWorkflow(ada, 'Payables', tool.toolId)
  await makeWorkflow(ada, 'Payables of 2025', tool.toolId)
  deployment = await makeDeployment(ada, 'payables', workflowId)
  script = await makeScript(ada, server.anonymous)
})
afterAll(() => server?.close())

const callDeployment = () =>
  server.anonymous.upload(
    deployment.path,
    { files: [{ ...sample, field: 'files' }], fields: { timeout: '60' } },
    { headers: { authorization: `Bearer ${deployment.key}` } },
  )

const rowsOf = ({ body }: TestReply): readonly Record<string, unknown>[] => body.results ?? body

describe('a script that copies an organization', () => {
  test.each([
    ['adapter/', 'adapter_name'],
    ['workflow/', 'workflow_name'],
    ['api/deployment/', 'api_name'],
    ['prompt-studio/', 'tool_name'],
  ])('finds one thing by its exact name in %s', async (list, field) => {
    const all = rowsOf(await script.get(list))
    const name = String(all.at(-1)?.[field])
    const namesakes = rowsOf(await script.get(`${list}?${field}=${encodeURIComponent(name)}`))
    const strangers = rowsOf(await script.get(`${list}?${field}=${encodeURIComponent(`${name}.`)}`))

    expect(namesakes.map((row) => row[field])).toEqual([name])
    expect(strangers).toEqual([])
  })

  test('reads connectors page by page, in the order that it asks for', async () => {
    const settings = {
      endpoint_url: 'http://127.0.0.1:9',
      region_name: 'eu',
      key: 'k',
      secret: 's',
    }
    for (const name of ['Scans b', 'Scans a', 'Books'])
      await makeConnector(ada, name, 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19', settings)
    const { body } = await script.get(
      'connector/?search=scans&ordering=connector_name&page=2&page_size=1',
    )
    const namesOf = async (query: string) =>
      rowsOf(await script.get(`connector/?${query}`)).map(({ connector_name: name }) => name)

    expect(body).toMatchObject({ count: 2, next: null, results: [{ connector_name: 'Scans b' }] })
    expect(await namesOf('connector_name=Books')).toEqual(['Books'])
    expect(await namesOf('connector_name=Scans')).toEqual([])
    expect(await namesOf('search=scans&ordering=-connector_name')).toEqual(['Scans b', 'Scans a'])
  })

  test('finds a tag by its exact name', async () => {
    for (const name of ['north', 'north-east']) await script.post('tags/', { name })

    expect(rowsOf(await script.get('tags/?name=north')).map(({ name }) => name)).toEqual(['north'])
    expect(rowsOf(await script.get('tags/?name=nor'))).toEqual([])
  })

  test.each([
    ['adapter/', ['adapter_id', 'adapter_name', 'adapter_type', 'adapter_metadata'], 'created_at'],
    ['connector/', ['connector_id', 'connector_metadata'], 'created_at'],
    ['tags/', ['name'], 'id'],
    ['workflow/', ['workflow_name'], 'created_at'],
    ['pipeline/', ['pipeline_name', 'workflow', 'pipeline_type'], 'id'],
    ['api/deployment/', ['workflow', 'display_name', 'api_name'], 'api_endpoint'],
  ])('learns from OPTIONS which fields of %s it may send', async (path, required, readOnly) => {
    const { status, body } = await script.options(path)
    const descriptions: Record<string, { required: boolean; read_only: boolean; type: string }> =
      body.actions.POST
    const requiredNames = Object.keys(descriptions).filter((name) => descriptions[name]?.required)

    expect(status).toBe(200)
    expect(requiredNames).toEqual(expect.arrayContaining(required))
    expect(required.map((name) => descriptions[name]?.read_only)).toEqual(required.map(() => false))
    expect(descriptions[readOnly]).toMatchObject({ read_only: true, required: false })
  })

  test('sends back exactly what it has read, and gets a copy', async () => {
    const [source] = rowsOf(await script.get('workflow/?workflow_name=Payables'))
    const { body } = await script.options('workflow/')
    const writable = Object.entries<{ read_only: boolean }>(body.actions.POST)
      .filter(([, { read_only }]) => !read_only)
      .map(([name]) => [name, source?.[name]] as const)
    const copy = await script.post('workflow/', {
      ...Object.fromEntries(writable.filter(([, value]) => value !== undefined)),
      workflow_name: 'Payables (copy)',
    })

    expect(copy).toMatchObject({ status: 201, body: { workflow_name: 'Payables (copy)' } })
  })

  test('reads a document, and lists what a group may use and what is approved by itself', async () => {
    const path = `prompt-studio/file/${tool.projectId}?document_id=${tool.documentId}`
    const { body: group } = await script.post('groups/', { name: 'Clerks' })
    const replies = [
      await script.get(`groups/${group.id}/resources/`),
      await script.get('manual_review/auto_approval_settings/'),
    ]

    expect((await script.get(path)).body).toMatchObject({
      data: expect.any(String),
      mime_type: 'text/plain',
    })
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('a script that looks around', () => {
  test('reads the adapters that a profile may name', async () => {
    const { body: llms } = await script.get('adapter/?adapter_type=LLM')
    const { body: choices } = await script.get('prompt-studio/adapter-choices/')

    expect(Object.keys(choices)).toEqual(['llm', 'embedding_model', 'vector_store', 'x2text'])
    expect(choices.llm).toEqual(
      Object.fromEntries(llms.map((row: Record<string, string>) => [row.id, row.adapter_name])),
    )
    expect(llms.length).toBeGreaterThan(0)
  })

  test('reads what was used since ever, where nothing is sold', async () => {
    await callDeployment()

    expect((await script.get('usage/trial-statistics/')).body).toEqual({
      trial_start_date: null,
      trial_end_date: null,
      total_cost: 0,
      documents_processed: 1,
      api_calls: 1,
      etl_runs: 0,
    })
  })

  test('is led to the documentation, and begins a sign-in at a service', async () => {
    const documentation = await script.get('/api/v1/doc/')
    const signIn = await script.get('/api/v1/oauth/cache-key/google-oauth2')

    expect([documentation.status, documentation.headers.get('location')]).toEqual([302, '/docs'])
    expect(signIn).toMatchObject({
      status: 200,
      body: { cache_key: expect.stringContaining('google-oauth2') },
    })
    expect((await server.anonymous.get('/api/v1/doc/')).status).toBe(401)
    expect((await script.get('/api/v1/session')).status).toBe(401)
  })

  test('is told why a project without adapters cannot be exported', async () => {
    const { body: project } = await script.post('prompt-studio/', {
      tool_name: 'Without adapters',
      description: 'Copied',
      author: 'script',
    })
    await script.delete(`prompt-studio/profile-manager/${project.default_profile}/`)
    await script.post(`prompt-studio/prompt-studio-prompt/${project.tool_id}/`, {
      prompt_key: 'number',
      prompt: 'Which number?',
      tool_id: project.tool_id,
      prompt_type: 'PROMPT',
      sequence_number: 1,
      enforce_type: 'text',
    })
    const refusedExport = await script.post(`prompt-studio/export/${project.tool_id}`, {
      force_export: true,
    })

    expect(refusedExport).toMatchObject({
      status: 400,
      body: {
        type: 'client_error',
        errors: [{ detail: 'Unable to export tool. The project has no default LLM profile.' }],
      },
    })
  })
})

describe('a script that runs a project', () => {
  test.each(['index-document', 'fetch_response', 'single-pass-extraction'])(
    'is told at once that %s was accepted, and asks for its state',
    async (call) => {
      const [prompt] = rowsOf(await script.get(`prompt-studio/prompt/?tool_id=${tool.projectId}`))
      const acceptedRun = await script.post(`prompt-studio/${call}/${tool.projectId}`, {
        document_id: tool.documentId,
        id: call === 'fetch_response' ? prompt?.prompt_id : undefined,
      })
      const { task_id: taskId } = acceptedRun.body
      const state = () => script.get(`prompt-studio/${tool.projectId}/task-status/${taskId}/`)

      expect(acceptedRun).toMatchObject({
        status: 202,
        body: { status: 'accepted', run_id: expect.any(String) },
      })
      await expect.poll(async () => (await state()).body.status).toBe('completed')
    },
  )

  test('reads the newest output of each key', async () => {
    const address = `prompt-studio/prompt-output/latest-by-keys/?tool_id=${tool.projectId}`

    expect((await script.get(address)).body).toEqual({ number: '4711' })
    expect((await script.get(`${address}&prompt_keys=other`)).body).toEqual({})
  })

  test('finds a run by its id', async () => {
    await callDeployment()
    await callDeployment()
    const [run] = rowsOf(await script.get('execution/'))
    const runs = rowsOf(await script.get(`execution/?id=${run?.id}`))

    expect(runs.map(({ id }) => id)).toEqual([run?.id])
    expect(rowsOf(await script.get(`execution/?id=${workflowId}`))).toEqual([])
  })

  test('reads a run and exports its log', async () => {
    await callDeployment()
    const { body: runs } = await script.get('execution/')
    const id = runs.results[0]?.id
    const json = await script.get(`execution/${id}/logs/export/?file_format=json`)
    const csv = await script.get(`execution/${id}/logs/export/?file_format=csv`)

    expect((await script.get(`workflow/execution/${id}/`)).body).toMatchObject({ id })
    expect(json.body.length).toBeGreaterThan(0)
    expect(csv.body.split('\r\n')[0]).toBe('event_time,level,stage,file_execution,log')
    expect(csv.headers.get('content-disposition')).toContain(`logs-${id}.csv`)
  })

  test('is refused the log of a run that is too long to export', async () => {
    await callDeployment()
    const [run] = rowsOf(await script.get('execution/'))
    await sql`
      insert into execution_log (id, organization_id, execution_id, event_time, level, stage, log)
      select gen_random_uuid(), organization_id, id, now(), 'DEBUG', 'RUN', 'line ' || n
      from execution, generate_series(1, 50001) as n where id = ${run?.id}`.execute(server.ctx.db)
    const path = `execution/${run?.id}/logs/export/?file_format=csv`

    expect(await script.get(path)).toMatchObject({
      status: 413,
      body: { errors: [{ code: 'too_large', detail: expect.stringContaining('at most 50000') }] },
    })
    expect((await script.get(`${path}&log_level=INFO`)).status).toBe(200)
  })

  test('clears no file history without saying which', async () => {
    const clear = (body: object) =>
      script.post(`workflow/${workflowId}/file-histories/clear/`, body)

    expect((await clear({})).status).toBe(400)
    expect((await clear({ status: ['ERROR'] })).status).toBe(200)
  })

  test('withdraws a tool, unless a workflow uses it', async () => {
    const unusedTool = await makeTool(ada, { name: 'Unused', fields, sample })

    expect((await script.delete(`prompt-studio/registry/${tool.toolId}/`)).status).toBe(409)
    expect((await script.delete(`prompt-studio/registry/${unusedTool.toolId}/`)).status).toBe(204)
    expect((await script.delete(`prompt-studio/registry/${unusedTool.toolId}/`)).status).toBe(404)
    expect(
      (await ada.get(`prompt-studio/registry/?custom_tool=${unusedTool.projectId}`)).body,
    ).toEqual([])
    const { body: log } = await ada.get('audit/')

    expect(log.actions).toEqual(expect.arrayContaining(['tool.deleted', 'data.exported']))
  })
})
