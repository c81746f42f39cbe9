import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type FlowParts,
  makeConnector,
  makeFlow,
  makeFolderConnector,
  makeTableConnector,
  untilEnded,
  untilTriedAgain,
} from '../../testing/make-pipeline.ts'
import { makeTool } from '../../testing/make-tool.ts'
import { type OpenPort, openPort } from '../../testing/open-port.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const httpServer = 'http|6fdea346-86e4-4383-9a21-132db7c9a576'
const httpEndpoint = 'httpendpoint|5d0c3f7e-3c0e-4b7d-9a31-6f0b8d2f4c19'
const note = (n: number) => `Invoice number ${n}\nTotal ${n}.50\n`

let server: TestServer
let ada: Person
let folder: string
let port: OpenPort
let toolId: string
let inbox: string
let books: string
let emptyServer: Server

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-ends-'))
  await mkdir(join(folder, 'in'))
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  ada = server.as('admin')
  const fields = [{ key: 'invoice_number', prompt: 'What is the invoice number?' }]
  const sample = { name: 'note.txt', content: note(1) }
  toolId = (await makeTool(ada, { name: 'Notes', fields, sample })).toolId
  port = await openPort(server.databaseUrl)
  inbox = await makeFolderConnector(ada, 'Inbox', folder)
  books = await makeTableConnector(ada, 'Books', port.url)
  emptyServer = createServer(({ url }, response) => {
    const links = ['a.txt', 'b.txt', 'c.txt'].map((name) => `<a href="${name}">${name}</a>`)
    if (url?.endsWith('/')) response.setHeader('content-type', 'text/html').end(links.join('\n'))
    else if (url?.endsWith('b.txt')) response.end(note(2))
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(emptyServer, 'listening')
})

afterAll(async () => {
  await server?.close()
  await port?.close()
  emptyServer?.close()
  await rm(folder, { recursive: true, force: true })
})

const from = (connector: string, configuration: Record<string, unknown>) => ({
  connection_type: 'FILESYSTEM',
  connector_instance: connector,
  configuration,
})

const toTable = (table: string) => ({
  connection_type: 'DATABASE',
  connector_instance: books,
  configuration: { table },
})

type Ends = Pick<FlowParts, 'source' | 'destination'>

let names = 0
async function start(pipeline_type: 'ETL' | 'TASK', ends: Ends): Promise<string> {
  const workflow = await makeFlow(ada, `Flow ${++names}`, { toolId, ...ends })
  return startOne(pipeline_type, workflow)
}

async function startOne(pipeline_type: 'ETL' | 'TASK', workflow: string): Promise<string> {
  const name = `Pipeline ${++names}`
  const { body } = await ada.post('pipeline/', { pipeline_name: name, workflow, pipeline_type })
  const { body: startReply } = await ada.post('pipeline/execute/', { pipeline_id: body.id })
  return startReply.execution.execution_id
}

test('two pipelines that clear one folder process every file, and none fails for being gone', async () => {
  for (let n = 1; n <= 12; n++) await writeFile(join(folder, 'in', `note ${n}.txt`), note(n))
  const pipelineRuns = ['left', 'right'].map((outputFolder) =>
    start('TASK', {
      source: from(inbox, { folders: ['in'], afterProcessing: 'move', moveToFolder: 'done' }),
      destination: from(inbox, { outputFolder }),
    }),
  )
  const finalStates = await Promise.all(pipelineRuns.map(async (id) => untilEnded(ada, await id)))

  expect(finalStates.map(({ status, failed_files }) => ({ status, failed_files }))).toEqual(
    Array(2).fill({ status: 'COMPLETED', failed_files: 0 }),
  )
  const writtenFiles = await Promise.all(
    ['left', 'right'].map((name) => readdir(join(folder, name)).catch(() => [])),
  )
  expect(new Set(writtenFiles.flat()).size).toBe(12)
  expect(await readdir(join(folder, 'in'))).toEqual([])
})

test('two runs of one workflow at the same time take each file once, also while its destination is away', async () => {
  await mkdir(join(folder, 'shared'))
  const add = (n: number) => writeFile(join(folder, 'shared', `note ${n}.txt`), note(n))
  for (let n = 1; n <= 3; n++) await add(n)
  const workflow = await makeFlow(ada, 'Shared', {
    toolId,
    source: from(inbox, { folders: ['shared'] }),
    destination: toTable('shared_notes'),
  })
  port.shut()
  const first = await startOne('ETL', workflow)
  await untilTriedAgain(ada, first)
  await add(4)
  const second = await startOne('ETL', workflow)
  await untilTriedAgain(ada, second)
  await port.open()

  expect(await untilEnded(ada, first)).toMatchObject({ successful_files: 3, skipped_files: 0 })
  expect(await untilEnded(ada, second)).toMatchObject({ successful_files: 1, skipped_files: 3 })
  for (let n = 5; n <= 30; n++) await add(n)
  const startedIds = await Promise.all([1, 2, 3].map(() => startOne('ETL', workflow)))
  const finalStates = await Promise.all(startedIds.map((id) => untilEnded(ada, id)))

  const outcomes = finalStates.map(({ status, total_files, skipped_files }) => ({
    status,
    seen: total_files + skipped_files,
  }))
  expect(outcomes).toEqual(Array(3).fill({ status: 'COMPLETED', seen: 30 }))
  expect(finalStates.reduce((sum, { total_files }) => sum + total_files, 0)).toBe(26)
  const { rows } = await sql<{ file_path: string }>`
    select file_path from shared_notes`.execute(server.ctx.db)
  expect(rows).toHaveLength(30)
  expect(new Set(rows.map(({ file_path }) => file_path)).size).toBe(30)
})

test('a file that is gone since it was listed is told of and counts for nothing', async () => {
  const { port: number } = emptyServer.address() as AddressInfo
  const settings = { base_url: `http://127.0.0.1:${number}/files/` }
  const bucket = await makeConnector(ada, 'Emptied', httpServer, settings)
  const id = await start('ETL', { source: from(bucket, {}), destination: toTable('what_was_left') })

  expect(await untilEnded(ada, id)).toMatchObject({ status: 'COMPLETED', total_files: 1 })
  const { body } = await ada.get(`execution/${id}/logs/?log_level=WARN&page_size=100`)
  const resultsText = JSON.stringify(body.results)
  expect(resultsText).toContain('“a.txt” was removed after it was listed.')
  expect(resultsText).toContain('“c.txt” was removed after it was listed.')
})

test.each([
  ['oldest_first', ['third.txt', 'first.txt']],
  ['newest_first', ['second.txt', 'first.txt']],
])(
  '%s: a run that may take two files takes those, and the next run the one that is left',
  async (order, names) => {
    await mkdir(join(folder, order))
    for (const [n, [name, day]] of Object.entries({ first: 10, second: 11, third: 9 }).entries()) {
      const path = join(folder, order, `${name}.txt`)
      await writeFile(path, note(n))
      await utimes(path, day * 86_400, day * 86_400)
    }
    const workflow = await makeFlow(ada, `In order ${order}`, {
      toolId,
      source: from(inbox, { folders: [order], fileProcessingOrder: order, maxFiles: 2 }),
      destination: toTable(`taken_${order}`),
    })
    const first = await startOne('ETL', workflow)
    expect(await untilEnded(ada, first)).toMatchObject({ total_files: 2, skipped_files: 0 })
    const { body: files } = await ada.get(`execution/${first}/files/`)

    expect(files.results.map((file: { file_name: string }) => file.file_name)).toEqual(names)
    const second = await startOne('ETL', workflow)
    expect(await untilEnded(ada, second)).toMatchObject({ total_files: 1, skipped_files: 2 })
  },
)

test('names of several lines, with quotes and with signs that turn text around, are what they are in the table and in the folder', async () => {
  const names = ['two\nlines.txt', 'tab\tand "quotes" \'.txt', 'turned \u202Etxt.note 📄.txt']
  await mkdir(join(folder, 'odd'))
  for (const [n, name] of names.entries()) await writeFile(join(folder, 'odd', name), note(n))
  const source = from(inbox, { folders: ['odd'] })
  const ids = [
    await start('ETL', { source, destination: toTable('odd_names') }),
    await start('TASK', { source, destination: from(inbox, { outputFolder: 'odd-out' }) }),
  ]
  const finalStates = await Promise.all(ids.map((id) => untilEnded(ada, id)))

  expect(finalStates).toMatchObject(Array(2).fill({ status: 'COMPLETED', successful_files: 3 }))
  const { rows } = await sql<{ file_path: string }>`select file_path from odd_names`.execute(
    server.ctx.db,
  )
  expect(new Set(rows.map(({ file_path }) => file_path))).toEqual(
    new Set(names.map((name) => `odd/${name}`)),
  )
  expect(await readdir(join(folder, 'odd-out'))).toHaveLength(3)
})

test('a database that is full is waited for, and takes each row once when it has room', async () => {
  await mkdir(join(folder, 'full'))
  await writeFile(join(folder, 'full/note.txt'), note(7))
  const { db } = server.ctx
  await sql`create table full_table (id text primary key, file_path text, execution_id text, data text,
    created_by text, created_at timestamptz)`.execute(db)
  await sql`create function refuse_row() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100';
  end $$`.execute(db)
  await sql`create trigger is_full before insert on full_table execute function refuse_row()`.execute(
    db,
  )
  const id = await start('ETL', {
    source: from(inbox, { folders: ['full'] }),
    destination: toTable('full_table'),
  })
  await untilTriedAgain(ada, id)
  const { body } = await ada.get(`execution/${id}/logs/?log_level=WARN&page_size=100`)
  expect(JSON.stringify(body.results)).toContain('No space left on device')
  await sql`drop trigger is_full on full_table`.execute(db)

  expect(await untilEnded(ada, id)).toMatchObject({ status: 'COMPLETED', successful_files: 1 })
  const { rows } = await sql<{ file_path: string }>`select file_path from full_table`.execute(db)
  expect(rows).toEqual([{ file_path: 'full/note.txt' }])
})

type ReceivedCall = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** A receiver that answers with the next of these statuses, and with 200 after them. */
async function openReceiver(statuses: number[]) {
  const calls: ReceivedCall[] = []
  const receiver = createServer(async (request, response) => {
    calls.push({ headers: request.headers, body: await text(request) })
    response.writeHead(statuses.shift() ?? 200).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port: number } = receiver.address() as AddressInfo
  return { url: `http://127.0.0.1:${number}/`, calls, statuses, close: () => receiver.close() }
}

/** Lets the files that wait for their destination be delivered now, as the last attempt if `waits` says so. */
const endWait = (waits = 1) =>
  sql`update file_execution set waits_until = now(), waits = ${waits}
    where waits_until is not null and status in ('PENDING', 'EXECUTING')`.execute(server.ctx.db)

const callsOf = async (id: string, query = '') =>
  (await ada.get(`execution/${id}/calls/?page_size=100${query}`)).body

test('an HTTP endpoint gets each result with one key, and what it refuses is listed and sent again', async () => {
  const receiver = await openReceiver([503])
  await mkdir(join(folder, 'calls'))
  await writeFile(join(folder, 'calls', 'note.txt'), note(41))
  const signing_secret = 'the secret of the signatures'
  const settings = { url: receiver.url, signing_secret, header_secret: 'Bearer of the receiver' }
  const endpoint = await makeConnector(ada, 'Booking', httpEndpoint, settings)
  const bodyTemplate = '{"number": "{{output.invoice_number}}", "file": "{{file.path}}"}'
  const workflow = await makeFlow(ada, 'Calls', {
    toolId,
    source: from(inbox, { folders: ['calls'] }),
    destination: {
      connection_type: 'HTTP',
      connector_instance: endpoint,
      configuration: { bodyTemplate },
    },
  })
  const { body: ends } = await ada.get(`workflow/${workflow}/endpoint/`)
  const end = ends.find((one: { connection_type: string }) => one.connection_type === 'HTTP').id
  const preview = await ada.post(`workflow/endpoint/${end}/call-preview/`, {
    configuration: { bodyTemplate },
  })
  expect(preview.body).toMatchObject({ call_count: 1, problem: null })
  expect(JSON.parse(preview.body.body)).toMatchObject({ file: 'folder/document.pdf' })
  const badTemplate = { configuration: { bodyTemplate: '{"a": {{output.a}}}' } }
  for (const refusedReply of [
    await ada.post(`workflow/endpoint/${end}/call-preview/`, badTemplate),
    await ada.patch(`workflow/endpoint/${end}/`, badTemplate),
  ]) {
    expect(refusedReply.status).toBe(400)
    expect(refusedReply.body.errors[0].attr).toBe('configuration.bodyTemplate')
  }

  const first = await startOne('ETL', workflow)
  await untilTriedAgain(ada, first)
  await endWait()
  expect(await untilEnded(ada, first)).toMatchObject({ successful_files: 1, sends_calls: true })
  const [failedCall, acceptedCall] = receiver.calls
  expect(receiver.calls).toHaveLength(2)
  expect(acceptedCall?.body).toBe('{"number":"41","file":"calls/note.txt"}')
  expect(failedCall?.body).toBe(acceptedCall?.body)
  expect(acceptedCall?.headers['idempotency-key']).toBe(failedCall?.headers['idempotency-key'])
  expect(acceptedCall?.headers).toMatchObject({ authorization: 'Bearer of the receiver' })
  const timestamp = acceptedCall?.headers['x-recto-timestamp']
  const signature = createHmac('sha256', signing_secret)
    .update(`${timestamp}.${acceptedCall?.body}`)
    .digest('hex')
  expect(acceptedCall?.headers['x-recto-signature']).toBe(`sha256=${signature}`)
  const key = String(acceptedCall?.headers['idempotency-key'])
  expect((await callsOf(first)).results).toMatchObject([
    { state: 'DELIVERED', attempts: 2, status_code: 200, idempotency_key: key, item_number: null },
  ])
  const { body: logs } = await ada.get(`execution/${first}/logs/?page_size=100`)
  expect(JSON.stringify(logs)).toContain(key)
  const shownConnector = await ada.get(`connector/${endpoint}/`)
  expect(JSON.stringify([shownConnector.body, logs])).not.toMatch(/the secret of|of the receiver/)

  // Two further documents: one that the receiver refuses, and one for which it is down until it is given up.
  receiver.statuses.push(400)
  await writeFile(join(folder, 'calls', 'refused.txt'), note(42))
  const second = await startOne('ETL', workflow)
  expect(await untilEnded(ada, second)).toMatchObject({ failed_files: 1 })
  receiver.statuses.push(500, 500)
  await writeFile(join(folder, 'calls', 'down.txt'), note(43))
  await rm(join(folder, 'calls', 'refused.txt'))
  const third = await startOne('ETL', workflow)
  await untilTriedAgain(ada, third)
  await endWait(16)
  expect(await untilEnded(ada, third)).toMatchObject({ failed_files: 1 })
  for (const [id, status_code] of [
    [second, 400],
    [third, 500],
  ] as const) {
    const {
      results: [deadCall],
    } = await callsOf(id, '&state=DEAD')
    expect(deadCall).toMatchObject({ status_code, state: 'DEAD' })
    const repeat = () => ada.post(`execution/${id}/calls/${deadCall.id}/repeat/`, {})
    const reply = await repeat()
    const doubleReply = await repeat()
    expect([reply.status, doubleReply.status]).toEqual([200, 404])
    const { execution_id: rerun } = reply.body
    expect(await untilEnded(ada, rerun)).toMatchObject({ successful_files: 1, reused_files: 1 })
    const { results } = await callsOf(rerun)
    expect(results).toMatchObject([
      { state: 'DELIVERED', idempotency_key: deadCall.idempotency_key },
    ])
    const lateReply = await ada.post(`execution/${rerun}/calls/${deadCall.id}/repeat/`, {})
    expect(lateReply.status).toBe(409)
  }
  const bodiesByKey = Map.groupBy(receiver.calls, ({ headers }) => headers['idempotency-key'])
  expect([...bodiesByKey.values()].map((calls) => calls.length)).toEqual([2, 2, 3])
  for (const calls of bodiesByKey.values()) {
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1)
  }
  receiver.close()
})
