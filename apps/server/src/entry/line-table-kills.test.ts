import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLineInvoice, makeLineTool } from '../testing/line-invoices.ts'
import { makeConnector, makeFlow, makeFolderConnector } from '../testing/make-pipeline.ts'
import { makeTool } from '../testing/make-tool.ts'
import type { Person } from '../testing/people.ts'
import { studioOf } from '../testing/studio.ts'
import { openPostgresBooks } from './testing/pipelines/order-tables.ts'
import { openSharedInstallation, type SharedInstallation } from './testing/shared-installation.ts'
import type { RunningProcess } from './testing/start-process.ts'
import { adminWith, signIn } from './testing/start-product.ts'

const httpEndpoint = 'httpendpoint|5d0c3f7e-3c0e-4b7d-9a31-6f0b8d2f4c19'
const cleaning = new AsyncDisposableStack()
/** Measurements ask for more. */
const kills = Number(process.env.RECTO_TEST_KILLS ?? 3)
const invoiceCount = 12
const timeout = 120_000 + kills * 60_000

let installation: SharedInstallation
let anna: Person
let books: pg.Client
let inbox: string
let pipeline: string
let lineTool: string

beforeAll(async () => {
  inbox = await mkdtemp(join(tmpdir(), 'recto-lines-'))
  cleaning.defer(() => rm(inbox, { recursive: true, force: true }))
  installation = await openSharedInstallation(cleaning, {
    RECTO_INNER_ADDRESSES: 'on',
    RECTO_CONNECTOR_FOLDERS: inbox,
  })
  const origin = await installation.start('web').ready
  anna = adminWith(await signIn(origin), origin)
  const target = await openPostgresBooks(cleaning)
  books = new pg.Client({ connectionString: target.port.url })
  await books.connect()
  cleaning.defer(() => books.end())
  lineTool = (await makeLineTool(anna)).toolId
  const workflow = await makeFlow(anna, 'Invoices', {
    toolId: lineTool,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance: await makeFolderConnector(anna, 'Inbox', inbox),
      configuration: { fileNamePattern: '*.xml' },
    },
    destination: {
      connection_type: 'DATABASE',
      connector_instance: await target.connect(anna),
      configuration: {
        table: 'invoices',
        columnMode: 'Write each field to a column',
        replaceRowsOfFile: true,
        lineTables: [{ prompt: 'items', table: 'invoice_lines' }],
      },
    },
  })
  const { status, body } = await anna.post('pipeline/', {
    pipeline_name: 'Invoices',
    workflow,
    pipeline_type: 'ETL',
  })
  expect([status, body]).toMatchObject([201, {}])
  pipeline = body.id
}, 120_000)
afterAll(() => cleaning.disposeAsync(), 30_000)

async function startWorker(): Promise<RunningProcess> {
  const worker = installation.start('worker')
  await worker.ready
  return worker
}

async function kill(worker: RunningProcess): Promise<void> {
  worker.signal('SIGKILL')
  await worker.exited
}

/** Starts a run; a function that waits until it has ended. */
async function startRun(pipelineId = pipeline): Promise<() => Promise<void>> {
  const { body } = await anna.post('pipeline/execute/', { pipeline_id: pipelineId })
  const path = `execution/${body.execution.execution_id}/`
  return async () => {
    const getStatus = async () => (await anna.get(path)).body.status
    await expect.poll(getStatus, { timeout: 120_000, interval: 200 }).toMatch(/COMPLETED|ERROR/)
    expect(await getStatus()).toBe('COMPLETED')
  }
}

/** Returns how many sessions are inserting lines, each in the middle of its transaction. */
async function countWriters(): Promise<number> {
  const { rows } = await books.query(
    `select count(*)::int as count from pg_stat_activity
     where state = 'active' and query like 'insert into%invoice_lines%'`,
  )
  return rows[0].count
}

const invoicesOf = (edition: number) =>
  Array.from({ length: invoiceCount }, (_, index) => createLineInvoice(index, edition))

async function writeInvoices(edition: number): Promise<void> {
  for (const { fileName, content } of invoicesOf(edition))
    await writeFile(join(inbox, fileName), content)
}

async function readLines(): Promise<readonly string[]> {
  const { rows } = await books.query(
    'select * from invoice_lines order by file_path collate "C", item_number',
  )
  return rows.map((row) => {
    const file = String(row.file_path).split('/').at(-1)
    const cells = [row.Item, row.Quantity, row['Unit price'], row.Amount].map(String)
    return [file, row.item_number, cells[0], ...cells.slice(1).map(Number)].join('|')
  })
}

const expectedLines = (edition: number) =>
  invoicesOf(edition).flatMap(({ fileName, rows }) =>
    rows.map((row, index) =>
      [fileName, index + 1, row.Item, row.Quantity, row['Unit price'], row.Amount].join('|'),
    ),
  )

test(
  'workers that are killed while they write lines double and lose none, in a first run and in a rerun',
  async () => {
    let worker = await startWorker()
    await writeInvoices(0)
    await (await startRun())()
    expect(await readLines()).toEqual(expectedLines(0))
    // From now on, each transaction is open long enough to be interrupted.
    await books.query(`create function wait() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.3); return null; end $$`)
    await books.query('create trigger wait after insert on invoice_lines execute function wait()')

    let edition = 0
    for (let count = 0; count < kills; ) {
      edition++
      await writeInvoices(edition)
      const untilEnded = await startRun()
      for (let inRun = 0; inRun < 3 && count < kills; inRun++, count++) {
        await expect.poll(countWriters, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0)
        await kill(worker)
        worker = await startWorker()
      }
      await untilEnded()
      expect(await readLines()).toEqual(expectedLines(edition))
      const { rows } = await books.query('select count(*)::int as count from invoices')
      expect(rows).toEqual([{ count: invoiceCount }])
    }
    await kill(worker)
  },
  timeout,
)

type ReceivedCall = { readonly document: string; readonly item: string; readonly bytes: string }

/** A receiver that holds a call back until the worker is killed, if it is to be. */
async function openReceiver() {
  const calls: ReceivedCall[] = []
  let holdCall: (() => void) | undefined
  const receiver = createServer(async (request, response) => {
    const body = await text(request)
    const {
      'x-recto-document': document,
      'x-recto-item': item,
      'idempotency-key': key,
    } = request.headers
    calls.push({ document: String(document), item: String(item), bytes: `${key} ${body}` })
    const hold = holdCall
    holdCall = undefined
    hold?.()
    if (!hold) response.writeHead(200).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  cleaning.defer(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const { port } = receiver.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    calls,
    /** Resolves when the next call has arrived, which gets no answer. */
    untilHeld: () =>
      new Promise<void>((resolve) => {
        holdCall = resolve
      }),
  }
}

type CallPipeline = { readonly toolId: string; readonly url: string; readonly pattern: string }

async function makeCallPipeline({ toolId, url, pattern }: CallPipeline): Promise<string> {
  const name = pattern === '*.xml' ? 'Calls of lines' : 'Calls of notes'
  const connector = await makeConnector(anna, name, httpEndpoint, { url })
  const workflow = await makeFlow(anna, name, {
    toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance: await makeFolderConnector(anna, `Inbox of ${name}`, inbox),
      configuration: { fileNamePattern: pattern },
    },
    destination: {
      connection_type: 'HTTP',
      connector_instance: connector,
      configuration: { itemsOf: pattern === '*.xml' ? 'items' : '' },
    },
  })
  const pipeline = { pipeline_name: name, workflow, pipeline_type: 'ETL' }
  const { status, body } = await anna.post('pipeline/', pipeline)
  expect([status, body]).toMatchObject([201, {}])
  return body.id
}

type CallReceiver = Awaited<ReturnType<typeof openReceiver>>

/** Runs a pipeline to its end, and kills its worker so many times in the middle of a call. */
async function runWithKills({ untilHeld }: CallReceiver, pipelineId: string, count: number) {
  let worker = await startWorker()
  let heldCall = untilHeld()
  const untilEnded = await startRun(pipelineId)
  for (let n = 1; n <= count; n++) {
    await heldCall
    if (n < count) heldCall = untilHeld()
    await kill(worker)
    worker = await startWorker()
  }
  await untilEnded()
  await kill(worker)
}

test(
  'workers that are killed during calls send each with the same key and bytes again, and lose none',
  async () => {
    const receiver = await openReceiver()
    const model = await startCannedModelServer()
    cleaning.defer(() => model.close())
    const note = { name: 'note.txt', content: 'Invoice number 41', type: 'text/plain' }
    const { toolId: noteTool } = await makeTool(anna, {
      name: 'Notes',
      fields: ['a', 'b'].map((key) => ({ key, prompt: `What is ${key}?` })),
      sample: note,
      llmId: await studioOf(anna).cannedLlm(model),
    })
    // A field that failed before the kill would be answered after it.
    model.script({ status: 400, message: 'Not now.' })
    await writeFile(join(inbox, note.name), note.content)
    const url = receiver.url
    const notes = await makeCallPipeline({ toolId: noteTool, url, pattern: '*.txt' })
    const lines = await makeCallPipeline({ toolId: lineTool, url, pattern: '*.xml' })
    const invoices = invoicesOf(0).filter(({ rows }) => rows.length < 60)
    await Promise.all(
      invoicesOf(0).map(({ fileName }) => rm(join(inbox, fileName), { force: true })),
    )
    for (const { fileName, content } of invoices) await writeFile(join(inbox, fileName), content)

    await runWithKills(receiver, notes, 1)
    await runWithKills(receiver, lines, kills)

    const byItem = Map.groupBy(receiver.calls, ({ document, item }) => `${document} ${item}`)
    const lineCount = invoices.reduce((sum, { rows }) => sum + rows.length, 0)
    expect(byItem.size).toBe(lineCount + 1)
    for (const calls of byItem.values()) {
      expect(new Set(calls.map(({ bytes }) => bytes)).size).toBe(1)
    }
    expect(receiver.calls.length).toBeGreaterThanOrEqual(lineCount + 1 + kills)
  },
  timeout,
)
