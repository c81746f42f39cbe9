/**
 * What the guided page of a pipeline does: a draft of the workflow, a preview of the first files that writes nothing, and a
 * pipeline whose first run does not pay for them again.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeConnector,
  makeFolderConnector,
  makeTableConnector,
  untilEnded,
} from '../../testing/make-pipeline.ts'
import { makeTool, type TestTool } from '../../testing/make-tool.ts'
import { type OpenPort, openPort } from '../../testing/open-port.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const compatible = 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09'
const s3 = 'minio|c799f6e3-2b57-434e-aaac-b5daa415da19'

let server: TestServer
let models: CannedModelServer
let port: OpenPort
let folder: string
let ada: Person
let tool: TestTool
let adapterId: string
let source: string
let table: string

const note = (n: number) => `Order number ${n}\nTotal ${n}.50\n`

beforeAll(async () => {
  models = await startCannedModelServer({
    apiKey: 'right',
    reply({ prompt }) {
      const remark = /Remark\s+([\w\s]+)/.exec(prompt)?.[1]
      if (remark) return remark.trim().split(/\s+/).join(' ')
      const number = /Order number (\d+)/.exec(prompt)?.[1] ?? 'NA'
      return prompt.includes('What is the total') ? `${number}.50` : number
    },
  })
  folder = await mkdtemp(join(tmpdir(), 'recto-guided-'))
  await mkdir(join(folder, 'in'))
  await mkdir(join(folder, 'empty'))
  for (const n of [1, 2, 3, 4, 10]) await writeFile(join(folder, 'in', `order ${n}.txt`), note(n))
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  ada = server.as('admin')
  port = await openPort(server.databaseUrl)
  const { body: adapter } = await ada.post('adapter/', {
    adapter_id: compatible,
    adapter_name: 'Model',
    adapter_type: 'LLM',
    adapter_metadata: { api_base: `${models.url}/v1`, model: 'canned', api_key: 'right' },
  })
  adapterId = adapter.id
  tool = await makeTool(ada, {
    name: 'Orders',
    llmId: adapterId,
    fields: [
      { key: 'order', prompt: 'What is the order number?' },
      { key: 'total', prompt: 'What is the total?', type: 'number' },
    ],
    sample: { name: 'sample.txt', content: note(1) },
  })
  source = await makeFolderConnector(ada, 'Inbox', folder)
  table = await makeTableConnector(ada, 'Books', port.url)
})

afterAll(async () => {
  await server?.close()
  await models?.close()
  await port?.close()
  await rm(folder, { recursive: true, force: true })
})

type Ends = {
  readonly source?: Readonly<Record<string, unknown>>
  readonly sourceConnector?: string
  readonly destination: Readonly<Record<string, unknown>>
}

const tableEnd = (name: string, settings: Readonly<Record<string, unknown>> = {}) => ({
  connection_type: 'DATABASE',
  connector_instance: table,
  configuration: { table: name, columnMode: 'Write each field to a column', ...settings },
})
const folderEnd = (outputFolder: string) => ({
  connection_type: 'FILESYSTEM',
  connector_instance: source,
  configuration: { outputFolder },
})

async function changeEnd(workflowId: string, type: string, changes: object) {
  const { body: ends } = await ada.get(`workflow/${workflowId}/endpoint/`)
  const { id } = ends.find((end: { endpoint_type: string }) => end.endpoint_type === type)
  expect((await ada.patch(`workflow/endpoint/${id}/`, changes)).status).toBe(200)
}

let drafts = 0
/** The draft of a pipeline, as the guided page saves it before it previews it. */
async function makeDraft({ source: settings, sourceConnector = source, destination }: Ends) {
  const body = { workflow_name: `Draft ${++drafts}`, is_pipeline_draft: true }
  const { body: workflow } = await ada.post('workflow/', body)
  await changeEnd(workflow.id, 'SOURCE', {
    connection_type: 'FILESYSTEM',
    connector_instance: sourceConnector,
    configuration: { folders: ['/in'], ...settings },
  })
  await changeEnd(workflow.id, 'DESTINATION', destination)
  await ada.post('tool_instance/', { workflow_id: workflow.id, tool_id: tool.toolId })
  return workflow.id as string
}

async function preview(workflowId: string, options: object = { preview: true }) {
  const { body } = await ada.post('workflow/execute/', { workflow_id: workflowId, ...options })
  await ada.post('workflow/execute/', { workflow_id: workflowId, execution_id: body.execution_id })
  return untilEnded(ada, body.execution_id)
}

const filesOf = async (id: string) => (await ada.get(`execution/${id}/files/`)).body.results
const deliveryOf = async (id: string) => (await ada.get(`execution/${id}/delivery/`)).body
const namesOf = async (id: string): Promise<string[]> =>
  (await filesOf(id)).map((file: { file_name: string }) => file.file_name)

async function countCalls<T>(act: () => Promise<T>) {
  const previousCount = models.requests.length
  const outcome = await act()
  return { outcome, calls: models.requests.length - previousCount }
}

const findTable = async (name: string) => {
  const { rows } = await sql`select 1 from information_schema.tables
    where table_name = ${name}`.execute(server.ctx.db)
  return rows.length > 0
}

test('reads the first three files, shows their rows, writes nothing, and the first run pays only for the others', async () => {
  const workflowId = await makeDraft({ destination: tableEnd('orders') })
  const { body: draft } = await ada.get(`workflow/${workflowId}/`)
  expect(draft.is_pipeline_draft).toBe(true)

  const { outcome: previewRun, calls } = await countCalls(() => preview(workflowId))
  expect(previewRun).toMatchObject({ status: 'COMPLETED', is_dry_run: true, is_preview: true })
  expect(previewRun).toMatchObject({ total_files: 3, successful_files: 3 })
  expect(calls).toBe(6)
  // The first ones in natural order, not a sample.
  expect(await namesOf(previewRun.id)).toEqual(['order 1.txt', 'order 2.txt', 'order 3.txt'])

  const delivery = await deliveryOf(previewRun.id)
  expect(delivery).toMatchObject({ kind: 'table', target: 'orders', table_exists: false })
  expect(delivery).toMatchObject({ problem: null, is_outdated: false })
  const names = delivery.columns.map((column: { name: string }) => column.name)
  expect(names).toEqual(expect.arrayContaining(['order', 'total', 'id', 'file_path']))
  const cellsOf = (index: number) =>
    Object.fromEntries(
      names.map((name: string, i: number) => [name, delivery.files[index].cells[i]]),
    )
  expect(cellsOf(1)).toMatchObject({ order: '2', total: 2.5, id: null, execution_id: null })
  const column = (name: string) => delivery.columns[names.indexOf(name)]
  expect(column('total')).toMatchObject({ type: 'decimal', is_new: true })
  expect(column('execution_id')).toMatchObject({ is_set_on_delivery: true })
  expect(await findTable('orders')).toBe(false)

  // What a preview has read, neither another one nor the first run reads again.
  const secondPreview = await countCalls(() => preview(workflowId))
  expect(secondPreview.calls).toBe(0)
  expect(secondPreview.outcome.reused_files).toBe(3)

  const { body: pipeline, status } = await ada.post('pipeline/', {
    pipeline_name: 'Orders nightly',
    workflow: workflowId,
    pipeline_type: 'ETL',
    cron_string: '0 2 * * *',
    time_zone: 'Europe/Berlin',
  })
  expect(status).toBe(201)
  expect((await ada.get(`workflow/${workflowId}/`)).body.is_pipeline_draft).toBe(false)
  const first = await countCalls(async () => {
    const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline.id })
    return untilEnded(ada, body.execution.execution_id)
  })
  expect(first.outcome).toMatchObject({ status: 'COMPLETED', total_files: 5, reused_files: 3 })
  expect(first.calls).toBe(4)
  const { rows } = await sql<{ order: string; total: number }>`
    select "order", total from orders order by "order"::int`.execute(server.ctx.db)
  expect(rows.map((row) => [row.order, Number(row.total)])).toEqual([
    ['1', 1.5],
    ['2', 2.5],
    ['3', 3.5],
    ['4', 4.5],
    ['10', 10.5],
  ])
})

test('what the guided page creates is what the long way creates', async () => {
  const guidedWorkflow = await makeDraft({ destination: tableEnd('same') })
  const { body: long } = await ada.post('workflow/', { workflow_name: 'The long way' })
  expect(long.is_pipeline_draft).toBe(false)
  const { body: workflow } = await ada.get(`workflow/${guidedWorkflow}/`)
  expect(Object.keys(workflow)).toEqual(Object.keys(long))
  const { body: audit } = await ada.get('audit/?page_size=100')
  expect(JSON.stringify(audit)).toContain('is_pipeline_draft')
})

test('an ordinary dry run still samples the whole source and reads every file', async () => {
  const workflowId = await makeDraft({ destination: tableEnd('sampled') })
  await preview(workflowId)
  const { outcome, calls } = await countCalls(() => preview(workflowId, { dry_run: true }))
  expect(outcome).toMatchObject({ is_dry_run: true, is_preview: false, reused_files: 0 })
  expect(outcome.expected.files).toBe(5)
  expect(calls).toBe(6)
  expect(await namesOf(outcome.id)).toEqual(['order 1.txt', 'order 3.txt', 'order 10.txt'])
})

test('the order of a source decides which files are the first', async () => {
  const settings = { fileNamePattern: 'order ?.txt', maxFiles: 2 }
  const workflowId = await makeDraft({ source: settings, destination: tableEnd('two') })
  expect(await namesOf((await preview(workflowId)).id)).toEqual(['order 1.txt', 'order 2.txt'])
  const newest = { ...settings, folders: ['/in'], fileProcessingOrder: 'newest_first' }
  await changeEnd(workflowId, 'SOURCE', { configuration: newest })
  expect(await namesOf((await preview(workflowId)).id)).toEqual(['order 4.txt', 'order 3.txt'])
})

test('shows the destination that is chosen now, and says when the source has changed since', async () => {
  const workflowId = await makeDraft({ destination: tableEnd('first_choice') })
  const { id } = await preview(workflowId)

  await sql`create table narrow (id text primary key, "order" boolean, total text)`.execute(
    server.ctx.db,
  )
  await changeEnd(workflowId, 'DESTINATION', tableEnd('narrow'))
  const refusedDelivery = await deliveryOf(id)
  expect(refusedDelivery).toMatchObject({
    target: 'narrow',
    table_exists: true,
    is_outdated: false,
  })
  expect(refusedDelivery.files[0].cells).toBe(null)
  expect(refusedDelivery.files[0].problem).toContain(
    'The column “order” of “narrow” does not accept',
  )

  await sql`create table wide (id text primary key, total text)`.execute(server.ctx.db)
  await changeEnd(workflowId, 'DESTINATION', tableEnd('wide'))
  const wideDelivery = await deliveryOf(id)
  expect(wideDelivery.columns).toEqual([
    { name: 'id', type: 'text', is_new: false, is_set_on_delivery: true },
    { name: 'total', type: 'text', is_new: false, is_set_on_delivery: false },
    { name: 'order', type: 'text', is_new: true, is_set_on_delivery: false },
  ])
  expect(wideDelivery.files[0].cells).toEqual([null, '1.5', '1'])
  await changeEnd(workflowId, 'DESTINATION', tableEnd('wide', { addMissingColumns: false }))
  expect((await deliveryOf(id)).files[0].problem).toBe('The table “wide” has no column “order”.')

  await changeEnd(workflowId, 'DESTINATION', tableEnd('information_schema.bills'))
  expect((await deliveryOf(id)).problem).toBe(
    'The table “information_schema.bills” does not exist, and the connector may not create it.',
  )

  await changeEnd(workflowId, 'DESTINATION', folderEnd('out'))
  const files = await deliveryOf(id)
  expect(files).toMatchObject({ kind: 'folder', target: 'out', columns: [], table_exists: null })
  expect(files.files.map((file: { written_path: string }) => file.written_path)).toEqual([
    'out/order 1.json',
    'out/order 2.json',
    'out/order 3.json',
  ])

  await changeEnd(workflowId, 'SOURCE', { configuration: { folders: ['/in'], maxFiles: 5 } })
  expect((await deliveryOf(id)).is_outdated).toBe(true)
})

test('long texts are cut in a preview of the rows, and null stays null', async () => {
  await mkdir(join(folder, 'other'))
  const words = Array.from({ length: 200 }, (_, index) => `word${index}`)
  await writeFile(join(folder, 'other', 'long.txt'), `Remark ${words.join(' ')}\n`)
  await writeFile(join(folder, 'other', 'none.txt'), 'Nothing to see\n')
  const workflowId = await makeDraft({
    source: { folders: ['/other'] },
    destination: tableEnd('long_texts'),
  })
  const { columns, files } = await deliveryOf((await preview(workflowId)).id)
  const index = columns.findIndex((column: { name: string }) => column.name === 'order')
  const [long, nullCell] = files.map((file: { cells: unknown[] }) => file.cells[index])
  expect(long).toBe(`${words.join(' ').slice(0, 1000)}…`)
  expect(nullCell).toBe(null)
})

test('a preview without a file says why', async () => {
  const messageFor = async (settings: object) => {
    const workflowId = await makeDraft({ source: { ...settings }, destination: tableEnd('none') })
    const { status, error_message } = await preview(workflowId)
    expect(status).toBe('ERROR')
    return error_message
  }
  expect(await messageFor({ folders: ['/empty'] })).toBe('The folder “/empty” contains no files.')
  expect(await messageFor({ fileNamePattern: 'INV-*.pdf' })).toBe(
    'The source has 5 files, which do not match the file name pattern “INV-*.pdf”.',
  )
  expect(await messageFor({ fileExtensions: ['Images'] })).toBe(
    'The source has 5 files, which do not match the file types Images.',
  )
  expect(await messageFor({ folders: ['/nowhere'] })).toContain('The source cannot be read.')
})

test('a source that cannot be reached fails the preview within seconds', async () => {
  const unreachableSource = await makeConnector(ada, 'Gone', s3, {
    key: 'k',
    secret: 's',
    endpoint_url: 'http://127.0.0.1:9',
    region_name: 'us-east-1',
  })
  const workflowId = await makeDraft({
    sourceConnector: unreachableSource,
    destination: tableEnd('gone'),
  })
  const { status, error_message, execution_seconds } = await preview(workflowId)
  expect(status).toBe('ERROR')
  expect(error_message).toContain('The source cannot be read.')
  expect(execution_seconds).toBeLessThan(60)
})

test('a database that cannot be reached is named, and the values are shown all the same', async () => {
  const unreachableDatabase = await makeTableConnector(
    ada,
    'Away',
    'postgresql://nobody@127.0.0.1:9/none',
  )
  const workflowId = await makeDraft({
    destination: { ...tableEnd('away'), connector_instance: unreachableDatabase },
  })
  const { id, status } = await preview(workflowId)
  expect(status).toBe('COMPLETED')
  const delivery = await deliveryOf(id)
  expect(delivery).toMatchObject({ table_exists: null, columns: [] })
  expect(delivery.problem).not.toBe(null)
  const [file] = await filesOf(id)
  const { body: result } = await ada.get(`execution/${id}/files/${file.id}/result/`)
  expect(result.output).toMatchObject({ order: '1' })
})

test('a wrong key of the model fails each file with the reason', async () => {
  const { body: adapter } = await ada.get(`adapter/${adapterId}/`)
  const change = (api_key: string) =>
    ada.patch(`adapter/${adapterId}/`, {
      adapter_metadata: { ...adapter.adapter_metadata, api_key },
    })
  const workflowId = await makeDraft({ destination: tableEnd('keyless') })
  await change('wrong')
  try {
    const { id, status } = await preview(workflowId)
    expect(status).toBe('ERROR')
    const { files } = await deliveryOf(id)
    expect(files).toHaveLength(3)
    for (const { problem } of files) expect(problem).toContain('Model')
  } finally {
    await change('right')
  }
})

test('is refused for runs that deliver, for workflows without a source, and to other organizations', async () => {
  const workflowId = await makeDraft({ destination: folderEnd('out') })
  const whole = await preview(workflowId, {})
  expect((await ada.get(`execution/${whole.id}/delivery/`)).status).toBe(400)
  const previewRun = await preview(workflowId)
  const outsider = server.as('admin', { organization: 'elsewhere' })
  expect((await outsider.get(`execution/${previewRun.id}/delivery/`)).status).toBe(404)

  const { body: workflow } = await ada.post('workflow/', { workflow_name: 'By API' })
  for (const type of ['SOURCE', 'DESTINATION']) {
    await changeEnd(workflow.id, type, { connection_type: 'API' })
  }
  await ada.post('tool_instance/', { workflow_id: workflow.id, tool_id: tool.toolId })
  const refusedReply = await ada.post('workflow/execute/', {
    workflow_id: workflow.id,
    preview: true,
  })
  expect(refusedReply.status).toBe(400)
})
