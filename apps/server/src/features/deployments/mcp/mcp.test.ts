import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { type SampleInvoice, sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../../../testing/make-tool.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

let server: TestServer
let models: CannedModelServer
let ada: Person
let invoices: TestDeployment
let slow: TestDeployment
let invoice: SampleInvoice

beforeAll(async () => {
  server = await startServer({ worker: true })
  models = await startCannedModelServer({ reply: 'INV-CANNED-1' })
  ada = server.as('admin')
  const samples = await sampleInvoices()
  invoice = samples[0] as typeof invoice
  const sample = { name: invoice.name, content: invoice.file }
  const fields = [{ key: 'total', prompt: 'What is the total amount?', type: 'number' }]
  const tool = await makeTool(ada, { name: 'Invoices', fields, sample })
  const workflowId = await makeWorkflow(ada, 'Invoices', tool.toolId)
  invoices = await makeDeployment(ada, 'invoices', workflowId)

  const { body: llm } = await ada.post('adapter/', {
    adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
    adapter_name: 'Canned',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${models.url}/v1`, api_key: 'sk-1', model: 'canned' },
  })
  const questions = [{ key: 'number', prompt: 'What is the invoice number?' }]
  const paidTool = await makeTool(ada, { name: 'Paid', fields: questions, sample, llmId: llm.id })
  slow = await makeDeployment(ada, 'slow', await makeWorkflow(ada, 'Paid', paidTool.toolId))
})

afterAll(async () => {
  await server?.close()
  await models?.close()
})

type OpenConnection = { readonly path: string; readonly key: string }

const addressOf = ({ path }: OpenConnection) => new URL(`${path}mcp`, server.origin)
const document = () => ({
  name: invoice.name,
  content: Buffer.from(invoice.file).toString('base64'),
})

/** The official client, as an agent has it. */
async function connect(deployment: OpenConnection): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1.0.0' })
  const headers = { authorization: `Bearer ${deployment.key}` }
  const transport = new StreamableHTTPClientTransport(addressOf(deployment), {
    requestInit: { headers },
  })
  // The client's own types disagree with themselves under exact optional properties.
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

const wordsOf = (result: unknown) => {
  const { content } = result as { content: { text: string }[] }
  return JSON.parse(content[0]?.text ?? '')
}

/** Tests requests that any program can send. */
async function send(body: unknown, { deployment = invoices, headers = {} } = {}) {
  const response = await fetch(addressOf(deployment), {
    method: 'POST',
    headers: { authorization: `Bearer ${deployment.key}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text && JSON.parse(text) }
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe('whoever sends nonsense', () => {
  test('without a key, with a wrong one or at no deployment is refused in the form of the protocol', async () => {
    const anonymousReply = await send(ping, { headers: { authorization: '' } })
    const wrong = await send(ping, { deployment: { ...invoices, key: slow.key } })
    const unknownReply = await send(ping, {
      deployment: { ...invoices, path: '/deployment/api/recto/nobody/' },
    })

    expect([anonymousReply.status, wrong.status, unknownReply.status]).toEqual([401, 401, 404])
    expect(anonymousReply.headers.get('www-authenticate')).toBe('Bearer')
    expect(anonymousReply.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32001 } })
    expect(wrong.body.error.code).toBe(-32001)
    expect(unknownReply.body.error.code).toBe(-32002)
  })

  test.each([
    ['what is no JSON', '{"jsonrpc":', -32700],
    ['nothing', '', -32700],
    ['a text', '"hello"', -32600],
    ['several messages at once', [ping, ping], -32600],
    ['another protocol', { jsonrpc: '1.0', id: 1, method: 'ping' }, -32600],
    ['a message without a method', { jsonrpc: '2.0', id: 1 }, -32600],
    ['a number that is an object', { ...ping, id: {} }, -32600],
    ['an unknown method', { ...ping, method: 'sudo' }, -32601],
    ['a greeting without who greets', { ...ping, method: 'initialize', params: {} }, -32602],
    ['a call of no tool', { ...ping, method: 'tools/call' }, -32602],
    ['an unknown tool', call('format', {}), -32602],
    ['a tool of every object', call('constructor', {}), -32602],
    ['no document', call('extractDocument', {}), -32602],
    [
      'a document that is no base64',
      call('extractDocument', { documents: [{ name: 'a', content: '!' }] }),
      -32602,
    ],
    [
      'an address of files',
      call('extractDocument', { document_urls: ['file:///etc/passwd'] }),
      -32602,
    ],
    ['an argument that there is not', call('getApiInfo', { verbose: true }), -32602],
    ['no id of an execution', call('getExecutionStatus', { execution_id: 'x' }), -32602],
    [
      'an execution that is not there',
      call('getExecutionStatus', { execution_id: '00000000-0000-4000-8000-000000000000' }),
      -32002,
    ],
  ])('is told what is wrong: %s', async (_description, body, code) => {
    const reply = await send(body)

    expect([reply.status, reply.body.error.code]).toEqual([200, code])
    expect(reply.body.error.message).toMatch(/\w{4,}/)
  })

  test('names the argument that is wrong', async () => {
    const { body } = await send(
      call('extractDocument', { documents: [document()], timeout: 301, tags: ['a', 'b'] }),
    )

    expect(body.error.message).toContain('timeout')
    expect(body.error.data.errors.map(({ attr }: { attr: string }) => attr)).toEqual([
      'timeout',
      'tags',
    ])
  })

  test('names the parameter that a greeting lacks, in a sentence', async () => {
    const greeting = { ...ping, method: 'initialize', params: { protocolVersion: '2025-06-18' } }
    const { body } = await send(greeting)

    expect(body).toMatchObject({ jsonrpc: '2.0', id: ping.id, error: { code: -32602 } })
    expect(body.error.message).toContain('params.clientInfo: This field is required.')
  })

  test('in one message of more than 10 MB is refused, and the server goes on', async () => {
    const big = await send(' '.repeat(11 * 1024 * 1024))

    expect([big.status, big.body.error.code]).toEqual([413, -32600])
    expect(await send(ping)).toMatchObject({ status: 200, body: { id: 1, result: {} } })
  })

  test('by an address inside is told that it is not fetched', async () => {
    const client = await connect(invoices)
    const reply = await client.callTool({
      name: 'extractDocument',
      arguments: { document_urls: ['https://169.254.169.254/latest/meta-data'] },
    })
    await client.close()

    expect(reply.isError).toBe(true)
    expect(wordsOf(reply).error).toMatch(/169\.254\.169\.254.* cannot be fetched/)
  })
})

function call(name: string, callArguments: object, id: string | number = 1) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: callArguments } }
}

describe('an agent with the official client', () => {
  test('finds the tools with what they take, and what the API is', async () => {
    const client = await connect(invoices)
    const { tools } = await client.listTools()
    const guide = await client.callTool({ name: 'readMeFirst' })
    const info = await client.callTool({ name: 'getApiInfo', arguments: {} })
    await client.close()

    expect(tools.map(({ name }) => name)).toEqual([
      'readMeFirst',
      'getApiInfo',
      'extractDocument',
      'getExecutionStatus',
    ])
    const [, infoTool, extract] = tools
    expect(extract?.inputSchema.properties?.document_urls).toMatchObject({
      type: 'array',
      maxItems: 32,
      items: { type: 'string', format: 'uri' },
    })
    expect(infoTool?.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false })
    expect(wordsOf(guide).steps[0]).toContain('getApiInfo')
    expect(wordsOf(info)).toMatchObject({
      api_name: 'invoices',
      api_endpoint: invoices.path,
      is_active: true,
    })
  })

  test('gets the values of a document, hears how far it is, and the result once', async () => {
    const client = await connect(invoices)
    const progressEvents: { progress: number; total?: number | undefined }[] = []
    const reply = await client.callTool(
      {
        name: 'extractDocument',
        arguments: { documents: [document()], timeout: 60, tags: ['agent'] },
      },
      undefined,
      { onprogress: (news) => progressEvents.push(news) },
    )
    const resultText = wordsOf(reply)
    const repeatedResult = await client.callTool({
      name: 'getExecutionStatus',
      arguments: { execution_id: resultText.execution_id },
    })
    await client.close()

    expect(reply.isError).toBe(false)
    expect(resultText).toMatchObject({ execution_status: 'COMPLETED', error: null })
    expect(resultText.result[0]).toMatchObject({
      file: invoice.name,
      status: 'Success',
      result: { output: { total: invoice.expected.total } },
    })
    expect(progressEvents.at(0)).toMatchObject({ progress: 0, total: 1 })
    expect(progressEvents.at(-1)).toMatchObject({ progress: 1, total: 1 })
    expect(repeatedResult.isError).toBe(true)
    expect(wordsOf(repeatedResult).error).toContain('already acknowledged')
  })

  test('that does not wait asks later, and only of its own deployment', async () => {
    const client = await connect(invoices)
    const otherClient = await connect(slow)
    const reply = await client.callTool({
      name: 'extractDocument',
      arguments: { documents: [document()], timeout: 0 },
    })
    const { execution_id, hint, execution_status } = wordsOf(reply)
    const ask = { name: 'getExecutionStatus', arguments: { execution_id } }
    const otherResult = await otherClient.callTool(ask).catch((error: McpError) => error)
    const finalStatus = await vi.waitFor(
      async () => {
        const resultText = wordsOf(await client.callTool(ask))
        expect(resultText.execution_status).toBe('COMPLETED')
        return resultText
      },
      { timeout: 45_000, interval: 100 },
    )
    await Promise.all([client.close(), otherClient.close()])

    expect([execution_status, hint]).toEqual([
      'PENDING',
      expect.stringContaining('getExecutionStatus'),
    ])
    expect(otherResult).toBeInstanceOf(McpError)
    expect((otherResult as McpError).code).toBe(-32002)
    expect(finalStatus.result[0].result.output).toEqual({ total: invoice.expected.total })
  })

  test('that takes its call back stops the execution', async () => {
    const client = await connect(slow)
    const answers = Promise.withResolvers<void>()
    models.script({ until: answers.promise })
    const stopController = new AbortController()
    const callPromise = client.callTool(
      { name: 'extractDocument', arguments: { documents: [document()], timeout: 60 } },
      undefined,
      { signal: stopController.signal, onprogress: () => stopController.abort('changed my mind') },
    )
    await expect(callPromise).rejects.toThrow('changed my mind')
    const finalStatus = await vi.waitFor(
      async () => {
        const { body } = await ada.get(`pipeline/${slow.id}/executions/`)
        const [latest] = body.results
        expect(latest.status).toBe('STOPPED')
        return latest
      },
      { timeout: 45_000, interval: 100 },
    )
    answers.resolve()
    await client.close()

    expect(finalStatus).toMatchObject({ total_files: 1, failed_files: 0 })
  })
})

describe('any program', () => {
  test('is told by GET what the server is, and that it keeps no stream', async () => {
    const response = await fetch(addressOf(invoices))

    expect(response.status).toBe(405)
    expect(await response.json()).toEqual({
      name: 'recto',
      version: '0.1.0',
      protocolVersion: '2025-06-18',
      transport: 'http',
      authMethods: ['bearer'],
    })
  })

  test('that reads no stream gets JSON, and its notifications are taken in', async () => {
    const reply = await send(
      call('extractDocument', { documents: [document()], timeout: 60 }, 'a-1'),
    )
    const notificationReply = await send({ jsonrpc: '2.0', method: 'notifications/initialized' })

    expect(reply.headers.get('content-type')).toContain('application/json')
    expect(reply.body.id).toBe('a-1')
    expect(wordsOf(reply.body.result).execution_status).toBe('COMPLETED')
    expect([notificationReply.status, notificationReply.body]).toEqual([202, ''])
  })
})
