import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeConnector,
  makeFlow,
  makeFolderConnector,
  makeTableConnector,
  untilEnded,
} from '../../testing/make-pipeline.ts'
import { makeTool } from '../../testing/make-tool.ts'
import { type OpenPort, openPort } from '../../testing/open-port.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const longKey = `amount_that_remains_to_be_paid_after_all_${'discounts_'.repeat(4)}end`
const fields = [
  { key: 'invoice_number', prompt: 'What is the invoice number?' },
  { key: 'total', prompt: 'What is the total?', type: 'number' },
  { key: 'invoice_date', prompt: 'What is the invoice date?', type: 'date' },
  { key: 'is_paid', prompt: 'Is it paid?', type: 'boolean' },
  { key: longKey, prompt: 'What is the total?', type: 'number' },
]
const note = (n: number) => `Invoice number ${n}\nInvoice date 2026-03-0${n}\nTotal ${n}.50\n`

const sqlite = 'sqlite|1f7cbfa1-2f5d-42c3-b199-dc2084234391'

let server: TestServer
let ada: Person
let port: OpenPort
let folder: string
let source: string
let table: string
let tools: { readonly small: string; readonly full: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-tables-'))
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  ada = server.as('admin')
  const sample = { name: 'note.txt', content: note(1) }
  await writeFile(join(folder, 'note 1.txt'), note(1))
  const small = (await makeTool(ada, { name: 'Few', fields: fields.slice(0, 1), sample })).toolId
  const full = (await makeTool(ada, { name: 'All', fields, sample })).toolId
  tools = { small, full }
  source = await makeFolderConnector(ada, 'Inbox', folder)
  port = await openPort(server.databaseUrl)
  table = await makeTableConnector(ada, 'Books', port.url)
})

afterAll(async () => {
  await server?.close()
  await port?.close()
  await rm(folder, { recursive: true, force: true })
})

let names = 0
const flowTo = (toolId: string, configuration: Record<string, unknown>, connector = table) =>
  makeFlow(ada, `Flow ${++names}`, {
    toolId,
    source: { connection_type: 'FILESYSTEM', connector_instance: source },
    destination: {
      connection_type: 'DATABASE',
      connector_instance: connector,
      configuration: { columnMode: 'Write each field to a column', ...configuration },
    },
  })

const deploy = (workflow: string) =>
  ada.post('pipeline/', { pipeline_name: `Nightly ${++names}`, workflow, pipeline_type: 'ETL' })

async function run(toolId: string, configuration: Record<string, unknown>) {
  const { body: pipeline } = await deploy(await flowTo(toolId, configuration))
  const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline.id })
  const { id, status } = await untilEnded(ada, body.execution.execution_id)
  const { body: list } = await ada.get(`execution/${id}/files/`)
  const { body: logs } = await ada.get(`execution/${id}/logs/?page_size=100`)
  return { status, message: list.results[0].status_msg, logs: JSON.stringify(logs) }
}

async function typesOf(name: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = ${name} order by ordinal_position`.execute(server.ctx.db)
  return Object.fromEntries(rows.map(({ name: column, type }) => [column, type]))
}

const rowsOf = async (name: string) =>
  (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(server.ctx.db)).rows

const shortNameIn = (columns: Record<string, string>) =>
  Object.keys(columns).find((column) => column.startsWith('amount_that')) ?? ''

test('a prompt that is added later gets a column of its type, and rows of earlier runs stay', async () => {
  expect(await run(tools.small, { table: 'growing' })).toMatchObject({ status: 'COMPLETED' })
  const { status, logs } = await run(tools.full, { table: 'growing' })

  expect(status).toBe('COMPLETED')
  const columns = await typesOf('growing')
  const shortName = shortNameIn(columns)
  expect(shortName).toMatch(/^amount_that_remains_.*_[0-9a-f]{8}$/)
  expect(shortName).toHaveLength(63)
  expect(columns).toMatchObject({
    invoice_number: 'text',
    total: 'numeric',
    invoice_date: 'date',
    is_paid: 'boolean',
    created_at: 'timestamp with time zone',
    [shortName]: 'numeric',
  })
  expect(logs).toContain(`The column of “${longKey}” is “${shortName}”.`)
  const rows = await rowsOf('growing')
  expect(rows.map((row) => row.invoice_number)).toEqual(['1', '1'])
  expect(rows.map((row) => row.total)).toEqual([null, 1.5])
  expect(rows[1]?.[shortName]).toBe(1.5)

  // The second delivery finds the shortened column again.
  expect(await run(tools.full, { table: 'growing' })).toMatchObject({ status: 'COMPLETED' })
  expect(await typesOf('growing')).toEqual(columns)
})

test('a table whose columns are of other types is written as it is', async () => {
  await sql`create table as_it_is (id text, file_path text, execution_id text,
    invoice_number numeric, invoice_date text, is_paid text, total text)`.execute(server.ctx.db)

  expect(await run(tools.full, { table: 'as_it_is' })).toMatchObject({ status: 'COMPLETED' })
  expect(await typesOf('as_it_is')).toMatchObject({ invoice_date: 'text', total: 'text' })
  expect(await rowsOf('as_it_is')).toMatchObject([{ invoice_number: 1, total: '1.5' }])
})

test('a number of more digits than a JavaScript number holds arrives in a numeric column as it is printed', async () => {
  await sql`create table exact (id text, invoice_number numeric)`.execute(server.ctx.db)
  await writeFile(join(folder, 'note 1.txt'), 'Invoice number 12345678901234567890\nTotal 1.50\n')
  try {
    expect(await run(tools.small, { table: 'exact' })).toMatchObject({ status: 'COMPLETED' })
  } finally {
    await writeFile(join(folder, 'note 1.txt'), note(1))
  }

  const { rows } = await sql`select invoice_number::text from exact`.execute(server.ctx.db)
  expect(rows).toEqual([{ invoice_number: '12345678901234567890' }])
})

test('where columns may not be added, a file fails and the message names them', async () => {
  await sql`create table fixed (id text, file_path text, execution_id text)`.execute(server.ctx.db)
  const { status, message } = await run(tools.small, { table: 'fixed', addMissingColumns: false })

  expect(status).toBe('ERROR')
  expect(message).toContain('The table “fixed” has no column “invoice_number”.')
})

test('confidence, page, status and metadata get columns of their own on request', async () => {
  const { status } = await run(tools.full, {
    table: 'with_more',
    includeConfidence: true,
    includePage: true,
    includeStatus: true,
    includeMetadata: true,
  })

  expect(status).toBe('COMPLETED')
  expect(await typesOf('with_more')).toMatchObject({
    total_confidence: 'double precision',
    total_page: 'bigint',
    status: 'text',
    error_message: 'text',
    metadata: 'jsonb',
  })
  const [row] = await rowsOf('with_more')
  expect(row).toMatchObject({
    status: 'SUCCESS',
    error_message: null,
    total_page: 1,
    metadata: { file_name: 'note 1.txt' },
  })
  expect(row?.total_confidence).toBeTypeOf('number')
})

test('a user of the database who may not add what is missing is told so at deployment', async () => {
  // The user of the connection owns nothing in these schemas.
  const missingColumn = await deploy(
    await flowTo(tools.small, { table: 'pg_catalog.pg_namespace' }),
  )
  expect(missingColumn).toMatchObject({ status: 400, body: { errors: [{ attr: 'workflow' }] } })
  expect(missingColumn.body.errors[0].detail).toBe(
    'The table “pg_catalog.pg_namespace” has no column “invoice_number”, and the connector may not add it.',
  )
  const absent = await deploy(await flowTo(tools.small, { table: 'information_schema.bills' }))
  expect(absent.body.errors[0].detail).toBe(
    'The table “information_schema.bills” does not exist, and the connector may not create it.',
  )
  const missingSchema = await deploy(await flowTo(tools.small, { table: 'nowhere.bills' }))
  expect(missingSchema.body.errors[0].detail).toContain('The schema “nowhere” does not exist')
})

test('rights that a database is not asked for are said to be unchecked, and so is one that is away', async () => {
  const path = join(folder, 'books.db')
  const database = new DatabaseSync(path)
  database.exec('create table ready (id text, invoice_number text); create table bare (id text)')
  database.close()
  const sqliteConnector = await makeConnector(ada, 'File', sqlite, { path })
  const unreachableConnector = await makeTableConnector(
    ada,
    'Away',
    'postgresql://nobody@127.0.0.1:9/none',
  )
  const uncheckedAt = async (connector: string, name: string) => {
    const deployReply = await deploy(await flowTo(tools.small, { table: name }, connector))
    expect(deployReply.status).toBe(201)
    return deployReply.body.caveat as string | null
  }
  const consequence = 'If it may not, the first run fails and says so.'

  expect(await uncheckedAt(sqliteConnector, 'bills')).toBe(
    `It was not checked whether the connector may create the table “bills”. ${consequence}`,
  )
  expect(await uncheckedAt(sqliteConnector, 'bare')).toBe(
    `It was not checked whether the connector may add the column “invoice_number” to the table “bare”. ${consequence}`,
  )
  expect(await uncheckedAt(sqliteConnector, 'ready')).toBe(null)
  expect(await uncheckedAt(unreachableConnector, 'bills')).toMatch(
    /^The table “bills” could not be checked\. /,
  )
  expect(await uncheckedAt(table, 'asked')).toBe(null)

  const workflow = await flowTo(tools.small, { table: 'bills' }, sqliteConnector)
  const { body } = await ada.post('workflow/execute/', { workflow_id: workflow, preview: true })
  const { execution_id } = body
  await ada.post('workflow/execute/', { workflow_id: workflow, execution_id })
  const { body: delivery } = await ada.get(`execution/${execution_id}/delivery/`)
  expect(delivery).toMatchObject({ problem: null, table_exists: false })
  expect(delivery.caveat).toContain('may create the table “bills”')
})

test('a name of a table that is longer than the database allows is refused when it is saved', async () => {
  const workflow = await flowTo(tools.small, { table: 'short' })
  const { body: ends } = await ada.get(`workflow/${workflow}/endpoint/`)
  const { id } = ends.find((end: { endpoint_type: string }) => end.endpoint_type === 'DESTINATION')
  const save = (name: string) =>
    ada.patch(`workflow/endpoint/${id}/`, { configuration: { table: name } })

  const refusedReply = await save(`books.${'ä'.repeat(32)}`)
  expect(refusedReply).toMatchObject({ status: 400 })
  expect(refusedReply.body.errors[0]).toMatchObject({
    attr: 'configuration.table',
    detail: `The name “${'ä'.repeat(32)}” is too long: the database allows 63 bytes.`,
  })
  expect(await save(`books.${'a'.repeat(63)}`)).toMatchObject({ status: 200 })
})
