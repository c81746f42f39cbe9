import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createLineInvoice,
  type LineInvoice,
  type LineRow,
  lineHeaders,
  makeLineTool,
} from '../../testing/line-invoices.ts'
import {
  makeFlow,
  makeFolderConnector,
  makeTableConnector,
  untilEnded,
} from '../../testing/make-pipeline.ts'
import { makeTool, type TestTool } from '../../testing/make-tool.ts'
import { type OpenPort, openPort } from '../../testing/open-port.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { studioOf } from '../../testing/studio.ts'

/** Measurements ask for more. */
const invoiceCount = Number(process.env.RECTO_TEST_INVOICES ?? 40)
const timeout = Math.max(600_000, invoiceCount * 5000)

let server: TestServer
let port: OpenPort
let books: Client
let ada: Person
let folder: string
let source: string
let target: string
let tool: TestTool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-lines-'))
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  ada = server.as('admin')
  port = await openPort(server.databaseUrl)
  tool = await makeLineTool(ada)
  source = await makeFolderConnector(ada, 'Inbox', folder)
  target = await makeTableConnector(ada, 'Books', port.url)
  books = new Client({ connectionString: port.url })
  await books.connect()
})
afterAll(async () => {
  await books?.end()
  await server?.close()
  await port?.close()
  await rm(folder, { recursive: true, force: true })
})

let names = 0

/** A pipeline that writes invoices and their lines; the settings of its destination may differ. */
async function makeLinePipeline(
  settings: Readonly<Record<string, unknown>> = {},
  { toolId }: Pick<TestTool, 'toolId'> = tool,
) {
  const name = `flow ${++names}`
  const flow = await makeFlow(ada, name, {
    toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance: source,
      configuration: { fileNamePattern: '*.xml', maxFiles: 5000 },
    },
    destination: {
      connection_type: 'DATABASE',
      connector_instance: target,
      configuration: {
        table: `invoices_${names}`,
        columnMode: 'Write each field to a column',
        lineTables: [{ prompt: 'items', table: `lines_${names}` }],
        ...settings,
      },
    },
  })
  const { status, body } = await ada.post('pipeline/', {
    pipeline_name: name,
    workflow: flow,
    pipeline_type: 'ETL',
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { flow, id: body.id as string, table: `invoices_${names}`, lines: `lines_${names}` }
}

const start = async (pipeline: string): Promise<string> => {
  const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline })
  return body.execution.execution_id
}

async function awaitEnd(execution: string) {
  const getStatus = async () => (await ada.get(`execution/${execution}/`)).body.status
  await expect.poll(getStatus, { timeout, interval: 250 }).toMatch(/COMPLETED|ERROR|STOPPED/)
  return untilEnded(ada, execution)
}

async function run(pipeline: string) {
  const { id, status } = await awaitEnd(await start(pipeline))
  const { body: list } = await ada.get(`execution/${id}/files/`)
  return { status, message: list.results[0]?.status_msg as string }
}

const writeInvoices = async (invoices: readonly LineInvoice[]) => {
  for (const { fileName, content } of invoices) await writeFile(join(folder, fileName), content)
}

async function clearFolder(invoices: readonly LineInvoice[]) {
  for (const { fileName } of invoices) await unlink(join(folder, fileName))
}

/** The rows of the lines table by file, in the order of their numbers. */
async function linesByFile(lines: string): Promise<Record<string, LineRow[]>> {
  const { rows } = await books.query(
    `select * from ${lines} order by file_path collate "C", item_number`,
  )
  const files: Record<string, LineRow[]> = {}
  for (const { file_path, item_number, Item, Quantity, Amount, ...rest } of rows) {
    const file = String(file_path).split('/').at(-1) ?? ''
    const fileRows = files[file] ?? []
    files[file] = fileRows
    expect(Number(item_number)).toBe(fileRows.length + 1)
    const [price] = [rest['Unit price'] ?? rest.unit_price].map(Number)
    fileRows.push({
      Item,
      Quantity: Number(Quantity),
      'Unit price': price ?? 0,
      Amount: Number(Amount),
    })
  }
  return files
}

const expectedOf = (invoices: readonly LineInvoice[]) =>
  Object.fromEntries(
    invoices.filter(({ rows }) => rows.length > 0).map(({ fileName, rows }) => [fileName, rows]),
  )

test(
  'the lines of all invoices arrive with types and the key of their file, and a second edition replaces them',
  async () => {
    const pipeline = await makeLinePipeline({
      replaceRowsOfFile: true,
      lineTables: [
        {
          prompt: 'items',
          table: 'lines_1',
          columns: [
            { field: 'Unit price', name: 'unit_price', type: 'text' },
            { field: 'Remark', name: 'remark', type: 'date' },
          ],
        },
      ],
    })
    const invoices = Array.from({ length: invoiceCount }, (_, index) => createLineInvoice(index))
    await writeInvoices(invoices)
    expect(await run(pipeline.id)).toMatchObject({ status: 'COMPLETED' })

    expect(await linesByFile('lines_1')).toEqual(expectedOf(invoices))
    const { rows: columns } = await books.query(
      `select column_name, data_type from information_schema.columns where table_name = 'lines_1'
       order by ordinal_position`,
    )
    expect(columns.map((one) => [one.column_name, one.data_type])).toEqual([
      ['id', 'text'],
      ['file_path', 'text'],
      ['execution_id', 'text'],
      ['item_number', 'bigint'],
      ['unit_price', 'text'],
      ['remark', 'date'],
      ['Item', 'text'],
      ['Quantity', 'numeric'],
      ['Amount', 'numeric'],
    ])
    const strays = await books.query(`select 1 from lines_1 line
      left join invoices_1 invoice using (id, file_path, execution_id) where invoice.id is null`)
    expect(strays.rows).toEqual([])
    const { rows: cells } = await books.query('select items from invoices_1 where items is null')
    expect(cells).toEqual([])

    const editions = invoices.map((invoice, index) =>
      index % 2 === 0 ? createLineInvoice(index, 1) : invoice,
    )
    await writeInvoices(editions)
    expect(await run(pipeline.id)).toMatchObject({ status: 'COMPLETED' })

    expect(await linesByFile('lines_1')).toEqual(expectedOf(editions))
    const { rows: counts } = await books.query('select count(*)::int as count from invoices_1')
    expect(counts).toEqual([{ count: invoiceCount }])
    await clearFolder(editions)
  },
  timeout,
)

test(
  'corrections of a review are what arrives: changed, added and removed lines, also all of them',
  async () => {
    const pipeline = await makeLinePipeline()
    await ada.post('manual_review/db_rules/', { workflow: pipeline.flow, percentage: 100 })
    await ada.post('manual_review/settings/', { workflow: pipeline.flow, sync_with: 'DB' })
    const count = Math.max(8, Math.floor(invoiceCount / 5))
    const invoices = Array.from({ length: count }, (_, index) => createLineInvoice(index, 2))
    await writeInvoices(invoices)
    const execution = await start(pipeline.id)
    const isWaiting = async () => {
      const path = `manual_review/queue_details/?class_name=${pipeline.flow}`
      return (await ada.get(path)).body.pending_review_count
    }
    await expect.poll(isWaiting, { timeout }).toBe(count)

    const correctedInvoices = invoices.map((invoice, index) => ({
      ...invoice,
      rows: correctRows(invoice.rows, index),
    }))
    const byFirstItem = new Map(
      invoices.map(({ rows }, index) => [rows[0]?.Item, correctedInvoices[index]?.rows ?? []]),
    )
    const reviewer = server.as('reviewer')
    const supervisor = server.as('supervisor')
    for (let index = 0; index < count; index++) {
      const query = `class_name=${pipeline.flow}&type=review&with_content=false`
      const { body } = await reviewer.get(`manual_review/next/?${query}`)
      const { items } = body.data.result.output
      const rows = byFirstItem.get(items.rows[0].Item)
      const item = { class_name: pipeline.flow, item_id: body.data.id, type: 'review' }
      const edit = { ...item, updated_data: { items: { ...items, rows } } }
      const { status } = await reviewer.patch('manual_review/edited_data/', edit)
      expect(status).toBe(200)
      expect((await reviewer.post('manual_review/finish_review/', item)).status).toBe(200)
    }
    for (let index = 0; index < count; index++) {
      const query = `class_name=${pipeline.flow}&type=approve&with_content=false`
      const { body } = await supervisor.get(`manual_review/next/?${query}`)
      const item = { class_name: pipeline.flow, item_id: body.data.id, type: 'approve' }
      expect((await supervisor.post('manual_review/approve/', item)).status).toBe(200)
    }
    expect((await awaitEnd(execution)).status).toBe('COMPLETED')

    expect(await linesByFile(pipeline.lines)).toEqual(expectedOf(correctedInvoices))
    await clearFolder(invoices)
  },
  timeout,
)

/** Corrects a row, adds one or removes the last one; every fourth list becomes empty. */
function correctRows(rows: readonly LineRow[], index: number): readonly LineRow[] {
  const [first] = rows
  if (!first || index % 4 === 3) return []
  if (index % 4 === 0) return [{ ...first, Quantity: first.Quantity + 1 }, ...rows.slice(1)]
  if (index % 4 === 1) return rows.slice(0, -1)
  return [...rows, { Item: 'Freight', Quantity: 1, 'Unit price': 12.5, Amount: 12.5 }]
}

test('a list that has become empty removes the lines of its file, and only those', async () => {
  const pipeline = await makeLinePipeline({ replaceRowsOfFile: true })
  const invoices = [createLineInvoice(0, 3), createLineInvoice(2, 3)]
  await writeInvoices(invoices)
  expect(await run(pipeline.id)).toMatchObject({ status: 'COMPLETED' })
  await writeFile(join(folder, invoices[0]?.fileName ?? ''), '<note>Nothing was ordered.</note>')
  expect(await run(pipeline.id)).toMatchObject({ status: 'COMPLETED' })

  expect(await linesByFile(pipeline.lines)).toEqual(expectedOf(invoices.slice(1)))
  await clearFolder(invoices)
})

test('values that do not fit the chosen type fail the file and are named, and nothing is written', async () => {
  const columns = [{ field: 'Item', name: 'item', type: 'whole' }]
  const pipeline = await makeLinePipeline({
    lineTables: [{ prompt: 'items', table: 'misfits', columns }],
  })
  const invoices = [createLineInvoice(0, 4)]
  await writeInvoices(invoices)
  const { status, message } = await run(pipeline.id)

  expect(status).toBe('ERROR')
  expect(message).toContain('The column “item” of “misfits” does not accept')
  const { rows } = await books.query(
    `select 1 from information_schema.tables where table_name = '${pipeline.table}'`,
  )
  expect(rows).toEqual([])
  await clearFolder(invoices)
})

test('an existing table gets new columns only if the settings allow it', async () => {
  await books.query(
    'create table thin (id text, item_number bigint, "Item" text, primary key (id, item_number))',
  )
  const invoices = [createLineInvoice(3, 5)]
  await writeInvoices(invoices)
  const lineTables = [{ prompt: 'items', table: 'thin' }]
  const strictPipeline = await makeLinePipeline({ lineTables, addMissingColumns: false })
  const { message } = await run(strictPipeline.id)
  expect(message).toContain('The table “thin” has no column “Quantity”, “Unit price”, “Amount”.')

  const growingPipeline = await makeLinePipeline({ lineTables })
  expect(await run(growingPipeline.id)).toMatchObject({ status: 'COMPLETED' })
  const { rows } = await books.query('select "Item", "Amount" from thin order by item_number')
  expect(rows.map(({ Item, Amount }) => [Item, Number(Amount)])).toEqual(
    invoices[0]?.rows.map(({ Item, Amount }) => [Item, Amount]),
  )
  await clearFolder(invoices)
})

test('a list that could not be read leaves the rows of an earlier run, and one object is one row', async () => {
  const replies: Readonly<Record<string, string | object>> = {
    first: [{ constructor: 'ACME', created_at: '3 May', 'Size "': 3 }, { 'Size "': 4 }],
    second: 'The document has been eaten.',
    third: { 'Size "': 5 },
  }
  const model = await startCannedModelServer({
    reply: ({ prompt }) => replies[/first|second|third/.exec(prompt)?.[0] ?? ''] ?? 'NA',
  })
  const modelTool = await makeTool(ada, {
    name: 'By model',
    fields: [{ key: 'items', prompt: 'List the lines.', type: 'json' }],
    sample: { name: 'order.xml', content: '<order/>', type: 'application/xml' },
    llmId: await studioOf(ada).cannedLlm(model),
    profile: { chunk_size: 0 },
  })
  const pipeline = await makeLinePipeline({ replaceRowsOfFile: true }, modelTool)
  const runWith = async (text: string) => {
    await writeFile(join(folder, 'order.xml'), `<order>${text}</order>`)
    return run(pipeline.id)
  }
  const listRows = async () => (await books.query(`select * from ${pipeline.lines}`)).rows

  expect(await runWith('first')).toMatchObject({ status: 'COMPLETED' })
  expect(await listRows()).toMatchObject([
    { constructor: 'ACME', created_at: '3 May', Size: 3 },
    { constructor: null, created_at: null, Size: 4 },
  ])
  expect(await runWith('second')).toMatchObject({ status: 'COMPLETED' })
  expect(await listRows()).toHaveLength(2)
  expect(await runWith('third')).toMatchObject({ status: 'COMPLETED' })
  expect(await listRows()).toMatchObject([{ created_at: null, Size: 5 }])
  await unlink(join(folder, 'order.xml'))
  await model.close()
})

test('a pipeline is not deployed if a table for a list lacks the columns of its key', async () => {
  await books.query('create table keyless (id text, "Item" text)')
  const lineTables = [{ prompt: 'items', table: 'keyless' }]
  await expect(makeLinePipeline({ lineTables })).rejects.toThrow(
    'The table “keyless” has no column “item_number”.',
  )
})

test('a field of a list that is named as a column of the files is not left out', async () => {
  await books.query('create table stamped (id text, item_number bigint, "Item" text)')
  const columns = [
    { field: 'Item', name: 'Item' },
    { field: 'Amount', name: 'created_at' },
  ]
  const pipeline = await makeLinePipeline({
    lineTables: [{ prompt: 'items', table: 'stamped', columns }],
    addMissingColumns: false,
  })
  const invoices = [createLineInvoice(3, 5)]
  await writeInvoices(invoices)
  expect((await run(pipeline.id)).message).toContain(
    'The table “stamped” has no column “created_at”',
  )
  await clearFolder(invoices)
})

const lineTable = { prompt: 'items', table: 'lines' }
const column = { field: 'Item', name: 'item' }

const badNames: readonly (readonly [string, object])[] = [
  ['lineTables.0.table', { lineTables: [{ prompt: 'items', table: ' ' }] }],
  ['lineTables.0.table', { lineTables: [{ prompt: 'items', table: 'x'.repeat(64) }] }],
  ['lineTables.0.table', { lineTables: [{ prompt: 'items', table: 'public.BOOKED' }] }],
  ['lineTables.0.table', { lineTables: [{ prompt: 'items', table: 'a"b' }] }],
  ['lineTables.1.table', { lineTables: [lineTable, { prompt: 'other', table: 'Lines' }] }],
  ['lineTables.1.prompt', { lineTables: [lineTable, { prompt: 'items', table: 'more' }] }],
  ['lineTables.0.prompt', { lineTables: [{ prompt: '', table: 'lines' }] }],
  ...[
    ['name', { ...column, name: '' }],
    ['name', { ...column, name: 'x'.repeat(64) }],
    ['name', { ...column, name: 'Item_Number' }],
    ['name', { ...column, name: 'file_path' }],
    ['name', { ...column, name: 'a`b' }],
    ['type', { ...column, type: 'varchar' }],
  ].map(
    ([field, bad]) =>
      [
        `lineTables.0.columns.0.${field}`,
        { lineTables: [{ ...lineTable, columns: [bad] }] },
      ] as const,
  ),
  [
    'lineTables.0.columns.1.name',
    { lineTables: [{ ...lineTable, columns: [column, { field: 'Code', name: 'ITEM' }] }] },
  ],
]

test.each(badNames)('a bad name is refused at %s: %j', async (field, settings) => {
  const { body: workflow } = await ada.post('workflow/', { workflow_name: `Bad ${++names}` })
  const { body: ends } = await ada.get(`workflow/${workflow.id}/endpoint/`)
  const end = ends.find((one: { endpoint_type: string }) => one.endpoint_type === 'DESTINATION')
  const { status, body } = await ada.patch(`workflow/endpoint/${end.id}/`, {
    connection_type: 'DATABASE',
    connector_instance: target,
    configuration: { table: 'booked', ...settings },
  })

  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ attr: `configuration.${field}` }])
  const { body: savedEnd } = await ada.get(`workflow/endpoint/${end.id}/`)
  expect(savedEnd.configuration).toBeNull()
})

test('a pipeline whose prompt is not a list cannot be deployed', async () => {
  const flow = await makeFlow(ada, `Flow ${++names}`, {
    toolId: tool.toolId,
    source: { connection_type: 'FILESYSTEM', connector_instance: source },
    destination: {
      connection_type: 'DATABASE',
      connector_instance: target,
      configuration: { table: 'booked', lineTables: [{ prompt: 'total', table: 'lines' }] },
    },
  })
  const { status, body } = await ada.post('pipeline/', {
    pipeline_name: 'Not a list',
    workflow: flow,
    pipeline_type: 'ETL',
  })

  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain('“total”, whose type is not a list')
})

test('the lists of a workflow are named with their newest values, to those who may see the project', async () => {
  const { flow } = await makeLinePipeline()
  const { body: ends } = await ada.get(`workflow/${flow}/endpoint/`)
  const path = `workflow/endpoint/${ends[0].id}/lists/`
  expect((await ada.get(path)).body).toEqual({ lists: [{ prompt: 'items', fields: [] }] })

  const { projectId, documentId } = tool
  const { body: project } = await ada.get(`prompt-studio/${projectId}/`)
  const items = project.prompts.find((one: { prompt_key: string }) => one.prompt_key === 'items')
  const run = { id: items.prompt_id, document_id: documentId }
  await ada.post(`prompt-studio/fetch_response/${projectId}`, run)
  const countFields = async () => (await ada.get(path)).body.lists[0].fields.length
  await expect.poll(countFields).toBe(lineHeaders.length)

  const row = createLineInvoice(0).rows[0]
  const { body } = await ada.get(path)
  expect(body.lists).toEqual([
    {
      prompt: 'items',
      fields: lineHeaders.map((name) => ({
        name,
        type: name === 'Item' ? 'text' : 'decimal',
        values: [String(row?.[name])],
      })),
    },
  ])

  await ada.post(`workflow/${flow}/share/`, { shared_to_org: true })
  const ben = server.as('user', { name: 'ben' })
  const { status, body: shownToBen } = await ben.get(path)
  expect([status, shownToBen]).toEqual([200, { lists: [{ prompt: 'items', fields: [] }] }])
})
