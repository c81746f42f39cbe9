import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { type SampleInvoice, sampleInvoices } from '@recto/testkit/sample-documents'
import { drawPdf } from '@recto/testkit/samples/draw-pdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
  type TestTool,
} from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let ada: Person
let invoice: SampleInvoice
let tool: TestTool
let workflowId: string
let deployment: TestDeployment
let key: string
let agent: Client

const names = { read: 'Reading agent', read_write: 'Agent' } as const

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = server.as('admin')
  const samples = await sampleInvoices()
  invoice = samples[0] as typeof invoice
  tool = await makeTool(ada, {
    name: 'Invoices',
    fields: [{ key: 'total', prompt: 'What is the total amount?', type: 'number' }],
    sample: { name: invoice.name, content: invoice.file },
  })
  workflowId = await makeWorkflow(ada, 'Invoices', tool.toolId)
  deployment = await makeDeployment(ada, 'invoices', workflowId)
  key = await createKey('read_write')
  await ada.patch('organization/settings', { allows_agents: true })
  agent = await connect(key)
})
afterAll(() => server?.close())
beforeEach(() => server.ctx.db.deleteFrom('agent_call_count').execute())

async function createKey(permission: keyof typeof names): Promise<string> {
  const fields = { name: names[permission], description: 'For tests', permission }
  const { body } = await ada.post('platform-api/keys/', fields)
  return body.key
}

const address = () => new URL(`${server.origin}/api/v1/${server.ctx.config.productId}/recto/mcp/`)

/** Connects the official client, as an agent does. */
async function connect(bearer: string): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1.0.0' })
  const headers = { authorization: `Bearer ${bearer}` }
  const transport = new StreamableHTTPClientTransport(address(), { requestInit: { headers } })
  // The client's own types disagree with themselves under exact optional properties.
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

async function call(name: string, args: Readonly<Record<string, unknown>> = {}) {
  const { content, isError } = await agent.callTool({ name, arguments: args })
  const [{ text } = { text: '' }] = content as { text: string }[]
  // Tests look into whatever the tool replied.
  return { isError, content: parseExactJson(text) as ReturnType<typeof JSON.parse> }
}

async function send(bearer: string | undefined, path = address()) {
  const response = await fetch(path, {
    method: 'POST',
    headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  // Tests look into whatever the server replied.
  const body = (await response.json()) as ReturnType<typeof JSON.parse>
  return { status: response.status, headers: response.headers, body }
}

const base64Invoice = () => Buffer.from(invoice.file).toString('base64')

describe('the server of an organization refuses', () => {
  test('callers without a key, with a reading key, with a key of a deployment and of another organization', async () => {
    const readingKey = await createKey('read')

    const replies = [
      await send(undefined),
      await send('nonsense'),
      await send(deployment.key),
      await send(readingKey),
      await send(key, new URL(String(address()).replace('/recto/mcp/', '/another/mcp/'))),
    ]

    for (const { status, headers, body } of replies) {
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32001 } })
    }
  })

  test('everybody until an admin allows agents, which the audit log records', async () => {
    await ada.patch('organization/settings', { allows_agents: false })
    const closedReply = await send(key)
    await ada.patch('organization/settings', { allows_agents: true })
    const openReply = await send(key)

    expect([closedReply.status, closedReply.body.error.code]).toEqual([404, -32002])
    expect(closedReply.body.error.message).toContain('does not allow agents')
    expect(openReply.status).toBe(200)
    const { body } = await ada.get('audit/?action=organization.changed')
    expect(JSON.stringify(body)).toContain('allows_agents')
  })

  test('a GET, and says what it is', async () => {
    const response = await fetch(address())

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await response.json()).toMatchObject({ name: 'recto', transport: 'http' })
  })
})

describe('an agent', () => {
  test('sees all tools, each with a schema and a note of what it changes', async () => {
    const { tools } = await agent.listTools()

    const listedNames = tools.map(({ name }) => name)
    expect(listedNames).toEqual(
      expect.arrayContaining(
        `readMeFirst whoami listApiDeployments listWorkflows listPromptStudioProjects listPromptStudioDocuments
        listPrompts listPipelines setApiDeploymentActive setPipelineActive executePipeline listExecutions getExecutionDetail
        getUsageSummary getWorkflowEndpoints listToolInstances listTags indexDocument fetchResponse bulkFetchResponse
        singlePassExtraction extractDocument getExecutionStatus`.split(/\s+/),
      ),
    )
    for (const { inputSchema, annotations } of tools) {
      expect(inputSchema.type).toBe('object')
      expect(annotations).toHaveProperty('readOnlyHint')
    }
  })

  test('learns who it is and what there is', async () => {
    expect((await call('readMeFirst')).content.steps.length).toBeGreaterThan(2)
    expect((await call('whoami')).content).toMatchObject({
      organization: { slug: 'recto' },
      key_name: 'Agent',
      permission: 'read_write',
    })
    const deployments = await call('listApiDeployments')
    expect(deployments.content.results).toMatchObject([{ api_name: 'invoices', is_active: true }])
    expect(JSON.stringify(deployments.content)).not.toContain(deployment.key)
    expect((await call('listWorkflows')).content.results).toMatchObject([{ id: workflowId }])
    const projects = await call('listPromptStudioProjects')
    expect(projects.content.results).toContainEqual(
      expect.objectContaining({ tool_id: tool.projectId }),
    )
    const project = { project_id: tool.projectId }
    expect((await call('listPromptStudioDocuments', project)).content).toMatchObject([
      { document_id: tool.documentId },
    ])
    expect((await call('listPrompts', project)).content.prompts).toMatchObject([
      { prompt_key: 'total', prompt: 'What is the total amount?', enforce_type: 'number' },
    ])
    const ends = await call('getWorkflowEndpoints', { workflow_id: workflowId })
    expect(ends.content).toMatchObject([{ connection_type: 'API' }, { connection_type: 'API' }])
    expect((await call('listToolInstances', { workflow_id: workflowId })).content).toHaveLength(1)
    expect((await call('listPipelines')).content.results).toEqual([])
    expect((await call('listTags')).content.count).toBe(0)
    expect((await call('listLookupTables')).content).toEqual([])
    expect((await call('getUsageSummary')).content).toHaveProperty('last_7_days.totals')
  })

  test('extracts values by a deployment, and follows executions', async () => {
    const documents = [{ name: invoice.name, content: base64Invoice() }]

    const startReply = await call('extractDocument', {
      api_name: 'invoices',
      documents,
      timeout: 0,
    })
    const { execution_id } = startReply.content
    const result = await vi.waitFor(
      async () => {
        const reply = await call('getExecutionStatus', { execution_id })
        expect(reply.content.execution_status).toBe('COMPLETED')
        return reply
      },
      { timeout: 60_000, interval: 100 },
    )
    const executions = await call('listExecutions', {
      workflow_id: workflowId,
      status: 'COMPLETED',
    })
    const detail = await call('getExecutionDetail', { execution_id })

    expect(result.content.result).toMatchObject([{ file: invoice.name, status: 'Success' }])
    expect(executions.content.results).toMatchObject([{ id: execution_id }])
    expect(detail.content).toMatchObject({
      execution: { id: execution_id, status: 'COMPLETED' },
      files: { results: [{ file_name: invoice.name }] },
    })
    const otherWorkflow = { workflow_id: '00000000-0000-4000-8000-000000000000' }
    expect((await call('listExecutions', otherWorkflow)).content.count).toBe(0)
  })

  test('asks prompts of a project and waits for their outputs', async () => {
    const document = { project_id: tool.projectId, document_id: tool.documentId }
    const { content } = await call('listPrompts', { project_id: tool.projectId })
    const [{ prompt_id }] = content.prompts

    const indexReply = await call('indexDocument', document)
    const single = await call('fetchResponse', { ...document, prompt_id })
    const several = await call('bulkFetchResponse', { ...document, prompt_ids: [prompt_id] })
    const pass = await call('singlePassExtraction', document)

    expect(indexReply).toMatchObject({ isError: false, content: { message: expect.any(String) } })
    for (const reply of [single, several, pass]) {
      expect(reply.isError).toBe(false)
      expect(reply.content).toMatchObject([{ prompt_id, output: expect.anything() }])
    }
  })

  test('switches a deployment off and on, in the name of its key', async () => {
    const documents = [{ name: invoice.name, content: base64Invoice() }]

    const offReply = await call('setApiDeploymentActive', {
      api_name: 'invoices',
      is_active: false,
    })
    await expect(call('extractDocument', { api_name: 'invoices', documents })).rejects.toThrow(
      'The API is switched off',
    )
    const onReply = await call('setApiDeploymentActive', { api_name: 'invoices', is_active: true })

    expect([offReply.content.is_active, onReply.content.is_active]).toEqual([false, true])
    const { body } = await ada.get('audit/?action=deployment.changed')
    expect(JSON.stringify(body)).toContain(names.read_write)
    await expect(
      call('setApiDeploymentActive', { api_name: 'nothing', is_active: true }),
    ).rejects.toThrow('-32002')
  })

  test('extracts by a schema, splits a file, and searches a lookup table', async () => {
    const json_schema = {
      type: 'object',
      properties: { total: { type: 'number', description: 'What is the total amount?' } },
    }
    const values = await call('extractBySchema', { content: base64Invoice(), json_schema })
    const pile = await drawPdf({ title: 'Pile' }, (pen) => {
      pen.text('Invoice 1', 72, 72)
      pen.newPage()
      pen.text('Invoice 2', 72, 72)
    })
    const split = await call('splitDocument', {
      content: Buffer.from(pile).toString('base64'),
      mode: 'every_page',
    })
    const parts = await vi.waitFor(
      async () => {
        const reply = await call('getSplitResult', { split_hash: split.content.split_hash })
        expect(reply.content).toHaveProperty('parts')
        return reply
      },
      { timeout: 60_000, interval: 100 },
    )
    const { body: table } = await ada.upload('lookup-tables/', {
      files: [
        { name: 'suppliers.csv', content: 'Number;Name\n7001;Nord West AG\n7002;Sud Ost AG' },
      ],
      fields: { name: 'Suppliers' },
    })
    await ada.post(`lookup-tables/${table.id}/share/`, { shared_to_org: true })
    const rows = await call('findLookupRows', { table_id: table.id, search: 'Nord West' })

    expect(values.content.result).toMatchObject({ values: { total: expect.anything() } })
    expect(values.content.result.fields['/total'].evidence).not.toEqual([])
    expect(parts.content.parts).toMatchObject([{ pages: [1] }, { pages: [2] }])
    expect(rows.content.results).toMatchObject([{ key: '7001' }])
  })

  test.each([
    ['an unknown tool', 'dropTables', {}],
    ['a tool of every object', 'constructor', {}],
    ['an argument that does not exist', 'whoami', { verbose: true }],
    ['an id that is none', 'listPrompts', { project_id: '../keys' }],
    ['no document', 'extractDocument', { api_name: 'invoices' }],
    [
      'a profile',
      'extractDocument',
      { api_name: 'invoices', document_urls: ['https://example.org/a.pdf'], llm_profile_id: 'a' },
    ],
    [
      'two documents',
      'extractBySchema',
      { document_url: 'https://example.org/a.pdf', content: 'QQ==', json_schema: {} },
    ],
    ['a state that does not exist', 'listExecutions', { status: 'LOST' }],
  ])('is refused with %s', async (_description, name, args) => {
    await expect(call(name, args)).rejects.toThrow('-32602')
  })

  test('reads the refusal of the API that a tool calls', async () => {
    const pipeline_id = '00000000-0000-4000-8000-000000000000'

    const reply = await call('executePipeline', { pipeline_id })

    expect(reply).toMatchObject({ isError: true, content: { status: 404 } })
  })

  test('has 50 billable calls an hour for the whole organization', async () => {
    await server.ctx.db
      .insertInto('agent_call_count')
      .values({ organization_id: 1, began_at: new Date(), calls: 49 })
      .execute()
    const pipeline_id = '00000000-0000-4000-8000-000000000000'

    const lastReply = await call('executePipeline', { pipeline_id })
    const refusedReply = await call('executePipeline', { pipeline_id })
    const freeReply = await call('whoami')

    expect(lastReply.content.status).toBe(404)
    expect(refusedReply.isError).toBe(true)
    expect(refusedReply.content.error).toMatch(/its 50 billable calls .* in 60 minutes/)
    expect(freeReply.isError).toBe(false)
  })
})
