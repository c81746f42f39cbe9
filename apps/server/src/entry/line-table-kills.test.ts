import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLineInvoice, makeLineTool } from '../testing/line-invoices.ts'
import { makeFlow, makeFolderConnector } from '../testing/make-pipeline.ts'
import type { Person } from '../testing/people.ts'
import { openPostgresBooks } from './testing/pipelines/order-tables.ts'
import { openSharedInstallation, type SharedInstallation } from './testing/shared-installation.ts'
import type { RunningProcess } from './testing/start-process.ts'
import { adminWith, signIn } from './testing/start-product.ts'

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
  const { toolId } = await makeLineTool(anna)
  const workflow = await makeFlow(anna, 'Invoices', {
    toolId,
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
async function startRun(): Promise<() => Promise<void>> {
  const { body } = await anna.post('pipeline/execute/', { pipeline_id: pipeline })
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
