import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLineInvoice, makeLineTool } from '../../testing/line-invoices.ts'
import {
  makeConnector,
  makeFlow,
  makeFolderConnector,
  untilEnded,
} from '../../testing/make-pipeline.ts'
import { makeTool } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { studioOf } from '../../testing/studio.ts'

const httpEndpoint = 'httpendpoint|5d0c3f7e-3c0e-4b7d-9a31-6f0b8d2f4c19'
const note = 'Invoice number 41\nTotal 41.50\n'

let server: TestServer
let ada: Person
let folder: string
let inbox: string
let model: CannedModelServer
const cleaning = new AsyncDisposableStack()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-calls-'))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  model = await startCannedModelServer()
  cleaning.defer(() => model.close())
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  cleaning.defer(() => server.close())
  ada = server.as('admin')
  inbox = await makeFolderConnector(ada, 'Inbox', folder)
})
afterAll(() => cleaning.disposeAsync())

type ReceivedCall = { readonly headers: IncomingHttpHeaders; readonly body: string }
type Reply = { readonly status: number; readonly retryAfter?: string } | 'hang-up'

/** A receiver that answers a call by the number of its attempts, which it counts by key. */
async function openReceiver(answer: (call: ReceivedCall, attempt: number) => Reply) {
  const calls: ReceivedCall[] = []
  const receiver = createServer(async (request, response) => {
    const call = { headers: request.headers, body: await text(request) }
    if (request.method === 'POST') calls.push(call)
    const key = call.headers['idempotency-key']
    const reply = answer(
      call,
      calls.filter(({ headers }) => headers['idempotency-key'] === key).length,
    )
    if (reply === 'hang-up') {
      request.socket.destroy()
      return
    }
    if (reply.retryAfter) response.setHeader('retry-after', reply.retryAfter)
    response.writeHead(reply.status).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  cleaning.defer(() => {
    receiver.close()
  })
  const { port } = receiver.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, calls }
}

type CallFlow = {
  readonly toolId: string
  readonly url: string
  readonly configuration?: Record<string, unknown>
}

let flows = 0
/** A pipeline from a folder of its own to a receiver. */
async function makeCallPipeline({ toolId, url, configuration = {} }: CallFlow) {
  const name = `flow ${++flows}`
  await mkdir(join(folder, name))
  const workflow = await makeFlow(ada, name, {
    toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance: inbox,
      configuration: { folders: [name] },
    },
    destination: {
      connection_type: 'HTTP',
      connector_instance: await makeConnector(ada, name, httpEndpoint, { url }),
      configuration,
    },
  })
  const pipeline = { pipeline_name: name, workflow, pipeline_type: 'ETL' }
  const { body } = await ada.post('pipeline/', pipeline)
  const start = async (): Promise<string> => {
    const { body: reply } = await ada.post('pipeline/execute/', { pipeline_id: body.id })
    return reply.execution.execution_id
  }
  return { workflow, folder: join(folder, name), start }
}

/** Waits until the file of an execution waits for its destination. */
const untilWaiting = (execution: string) =>
  expect
    .poll(async () => {
      const { rows } = await sql`select from file_execution
        where execution_id = ${execution} and waits_until > now()`.execute(server.ctx.db)
      return rows.length
    })
    .toBe(1)

/** Lets the file be delivered now, as the last attempt if `waits` says so. */
const endWait = (execution: string, waits?: number) =>
  sql`update file_execution set waits_until = now(), waits = coalesce(${waits ?? null}, waits)
    where execution_id = ${execution} and waits_until is not null`.execute(server.ctx.db)

const callsOf = async (execution: string, query = '') =>
  (await ada.get(`execution/${execution}/calls/?page_size=100${query}`)).body.results

const logsOf = async (execution: string) =>
  JSON.stringify((await ada.get(`execution/${execution}/logs/?page_size=100`)).body)

test('each item arrives under one key, and one that fails does not hold up the others', async () => {
  const invoices = Array.from({ length: 100 }, (_, index) => createLineInvoice(index))
  const invoice = invoices.find(({ rows }) => rows.length >= 8 && rows.length <= 14)
  if (!invoice) throw new Error('No invoice has so few lines.')
  let isRepaired = false
  const ok = { status: 200 }
  const date = new Date(Date.now() + 3_600_000).toUTCString()
  const repliesByItem: Readonly<Record<string, readonly Reply[]>> = {
    1: [{ status: 503 }],
    2: ['hang-up'],
    3: Array<Reply>(9).fill({ status: 400 }),
    4: [{ status: 429, retryAfter: date }],
    5: Array<Reply>(9).fill({ status: 500 }),
  }
  const receiver = await openReceiver(({ headers }, attempt) => {
    const item = String(headers['x-recto-item'])
    return (isRepaired ? undefined : repliesByItem[item]?.[attempt - 1]) ?? ok
  })
  const { toolId } = await makeLineTool(ada)
  const configuration = {
    itemsOf: 'items',
    bodyTemplate: '{"item": "{{item}}", "n": "{{item_number}}", "run": "{{execution_id}}"}',
  }
  const pipeline = await makeCallPipeline({ toolId, url: receiver.url, configuration })
  await writeFile(join(pipeline.folder, invoice.fileName), invoice.content)

  const execution = await pipeline.start()
  await untilWaiting(execution)
  // The receiver wanted to be left alone after the fourth call.
  expect(receiver.calls).toHaveLength(4)
  expect(await logsOf(execution)).toMatch(/retried in \d{4} s/)
  await endWait(execution)
  await untilWaiting(execution)
  const count = invoice.rows.length
  expect(await callsOf(execution, '&state=DELIVERED')).toHaveLength(count - 2)
  await endWait(execution, 16)
  expect(await untilEnded(ada, execution)).toMatchObject({ failed_files: 1 })
  const deadCalls = await callsOf(execution, '&state=DEAD')
  expect(deadCalls).toMatchObject([
    { item_number: 3, attempts: 1, status_code: 400 },
    { item_number: 5, attempts: 2, status_code: 500 },
  ])

  isRepaired = true
  const reply = await ada.post(`execution/${execution}/calls/${deadCalls[0].id}/repeat/`, {})
  const rerun = reply.body.execution_id
  expect(await untilEnded(ada, rerun)).toMatchObject({ successful_files: 1, reused_files: 1 })
  expect(await callsOf(rerun)).toHaveLength(count)

  const callsByItem = Map.groupBy(receiver.calls, ({ headers }) => headers['x-recto-item'])
  for (const calls of callsByItem.values()) {
    expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1)
  }
  const items = [...callsByItem.values()].map(([call]) => JSON.parse(call?.body ?? ''))
  expect(items.toSorted((a, b) => a.n - b.n).map(({ item }) => item.Item)).toEqual(
    invoice.rows.map(({ Item }) => Item),
  )
  expect([...callsByItem.values()].map(({ length }) => length).toSorted()).toEqual([
    ...Array(count - 5).fill(1),
    2,
    2,
    2,
    2,
    3,
  ])
})

test('values that change back are another call, and an earlier run sends none after a later one', async () => {
  const receiver = await openReceiver((_, attempt) =>
    receiver.calls.length === 1 && attempt === 1
      ? { status: 503, retryAfter: '3600' }
      : { status: 200 },
  )
  const number = { prompt: 'What is the invoice number?' }
  const tool = await makeTool(ada, {
    name: 'Changing notes',
    fields: [{ key: 'value', ...number }],
    sample: { name: 'note.txt', content: note },
  })
  const { body: prompts } = await ada.get(`prompt-studio/${tool.projectId}/`)
  const promptId = prompts.prompts[0].prompt_id
  const setPrompt = async (changes: { readonly prompt: string }) => {
    await ada.patch(`prompt-studio/prompt/${promptId}/`, changes)
    const exportSettings = { is_shared_with_org: true, force_export: true }
    const { status } = await ada.post(`prompt-studio/export/${tool.projectId}`, exportSettings)
    expect(status).toBe(200)
  }
  const configuration = { bodyTemplate: '{"value": "{{output.value}}"}' }
  const pipeline = await makeCallPipeline({ toolId: tool.toolId, url: receiver.url, configuration })
  await writeFile(join(pipeline.folder, 'note.txt'), note)

  const first = await pipeline.start()
  await untilWaiting(first)
  await setPrompt({ prompt: 'What is the total?' })
  // A pipeline runs once at a time, but people can run its workflow too.
  const { workflow } = pipeline
  const { body } = await ada.post('workflow/execute/', { workflow_id: workflow })
  const second = body.execution_id
  await ada.post('workflow/execute/', { workflow_id: workflow, execution_id: second })
  expect(await untilEnded(ada, second)).toMatchObject({ successful_files: 1 })
  await endWait(first)
  expect(await untilEnded(ada, first)).toMatchObject({ status: 'COMPLETED' })
  expect(await logsOf(first)).toContain('A later run of the document sends its values')
  expect(await callsOf(first)).toMatchObject([{ state: 'REPLACED', attempts: 1 }])

  await setPrompt(number)
  for (const isChanged of [true, false]) {
    await ada.get(`workflow/${workflow}/clear-file-marker/`)
    const run = await pipeline.start()
    expect(await untilEnded(ada, run)).toMatchObject({ successful_files: 1 })
    expect(await callsOf(run)).toMatchObject([{ attempts: isChanged ? 1 : 2 }])
  }

  const receivedValues = receiver.calls.map(({ headers, body }) => [
    headers['x-recto-revision'],
    JSON.parse(body).value,
  ])
  expect(receivedValues).toEqual([
    ['1', '41'],
    ['2', '41.50'],
    ['3', '41'],
    ['3', '41'],
  ])
  const keys = receiver.calls.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(3)
  expect(keys[2]).toBe(keys[3])
})

test('a call that is sent again has the stored result, also if a field had failed', async () => {
  const receiver = await openReceiver(() => ({ status: receiver.calls.length === 1 ? 400 : 200 }))
  const llmId = await studioOf(ada).cannedLlm(model)
  const tool = await makeTool(ada, {
    name: 'Failing notes',
    fields: [
      { key: 'number', prompt: 'What is the number?' },
      { key: 'place', prompt: 'Where?' },
    ],
    sample: { name: 'note.txt', content: note },
    llmId,
  })
  model.script({ status: 400, message: 'The model is away.' }, { reply: '41' })
  const pipeline = await makeCallPipeline({ toolId: tool.toolId, url: receiver.url })
  await writeFile(join(pipeline.folder, 'note.txt'), note)
  const execution = await pipeline.start()
  expect(await untilEnded(ada, execution)).toMatchObject({ failed_files: 1 })
  const requestCount = model.requests.length
  const [deadCall] = await callsOf(execution)
  const { body } = await ada.post(`execution/${execution}/calls/${deadCall.id}/repeat/`, {})
  expect(await untilEnded(ada, body.execution_id)).toMatchObject({ successful_files: 1 })
  expect(model.requests).toHaveLength(requestCount)
  const [first, second] = receiver.calls
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
})
