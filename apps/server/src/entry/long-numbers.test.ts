import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseExactJson } from '@recto/exact-json/parse-json'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type FlowParts,
  makeFlow,
  makeFolderConnector,
  makeTableConnector,
  untilEnded,
} from '../testing/make-pipeline.ts'
import { makeDeployment, makeTool, makeWorkflow, type TestTool } from '../testing/make-tool.ts'
import { type OpenPort, openPort } from '../testing/open-port.ts'
import type { Person, TestReply } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { studioOf } from '../testing/studio.ts'

/** A JavaScript number would round each of them. */
const numbers = {
  account: '9007199254740993',
  tracking: '20251234567890123456',
  meter: '1234567890123456.78',
  debt: '-90071992547409931.25',
  parcel: '1234567890123456789012345678901234567890',
}
const names = Object.keys(numbers) as (keyof typeof numbers)[]
const statement = `Statement\n\nName        Number\n${names
  .map((name) => `${name.padEnd(12)}${numbers[name]}`)
  .join('\n')}\n`

const scalars = names.flatMap((name) => [
  { key: `number_${name}`, prompt: `Which number has ${name}, as a number?`, type: 'number' },
  { key: `text_${name}`, prompt: `Which number has ${name}, as a text?`, type: 'text' },
])
const lists = ['table', 'record', 'line-item'].map((type) => ({
  key: type.replace('-', '_'),
  prompt: `List the numbers as ${type}.`,
  type,
}))
const fields = [
  ...scalars,
  { key: 'json', prompt: 'Give all numbers as JSON.', type: 'json' },
  ...lists,
]

/** JSON as a model writes it, with all digits. */
const rows = `[${names.map((name) => `{"name": "${name}", "number": ${numbers[name]}}`).join(', ')}]`
const object = `{${names.map((name) => `"${name}": ${numbers[name]}`).join(', ')}, "all": [${Object.values(numbers).join(', ')}]}`

function replyTo(key: string): string {
  const name = names.find((one) => key.endsWith(`_${one}`))
  if (name) return numbers[name]
  return key === 'json' ? object : `{"rows": ${rows}}`
}

function replyToPrompt(prompt: string): string {
  const isSinglePass = prompt.startsWith('Answer each') || prompt.includes('Answer each of these')
  if (!isSinglePass) {
    const { key, type } = fields.find((field) => prompt.includes(field.prompt)) ?? { key: 'json' }
    // A list is asked part by part of a long document, and its rows are in the first part.
    const isBehind = lists.some((list) => list.type === type) && !prompt.includes(numbers.account)
    return isBehind ? '{"rows": []}' : replyTo(key)
  }
  const values = fields.map(
    ({ key }) =>
      `${JSON.stringify(key)}: ${key.startsWith('text_') ? JSON.stringify(replyTo(key)) : replyTo(key)}`,
  )
  return `{${values.join(', ')}}`
}

type Output = Readonly<Record<string, unknown>>

const expectedRows = names.map((name) => ({ name, number: numbers[name] }))

/** All numbers of a value as they are written, so that a rounded digit shows. */
function asWritten(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value).replace(
      /(?<=[:[,]\s*)-?\d[\d.]*(?=\s*[,\]}])/g,
      (digits) => `"${digits}"`,
    ),
  )
}

const expectedValues = {
  ...Object.fromEntries(
    names.flatMap((name) => [
      [`number_${name}`, numbers[name]],
      [`text_${name}`, numbers[name]],
    ]),
  ),
  json: { ...numbers, all: Object.values(numbers) },
  record: expectedRows,
  line_item: expectedRows,
  table: { column_headers: ['name', 'number'], rows: expectedRows },
}

const expectEveryDigit = (output: Output) => expect(asWritten(output)).toEqual(expectedValues)

let server: TestServer
let model: CannedModelServer
let ada: Person
let rita: Person
let port: OpenPort
let folder: string
let tool: TestTool

beforeAll(async () => {
  model = await startCannedModelServer()
  model.script(
    ...Array.from({ length: 500 }, () => ({
      reply: ({ prompt }: { readonly prompt: string }) => replyToPrompt(prompt),
    })),
  )
  folder = await mkdtemp(join(tmpdir(), 'recto-long-numbers-'))
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  ada = server.as('admin')
  rita = server.as('reviewer')
  port = await openPort(server.databaseUrl)
  const llmId = await studioOf(ada).cannedLlm(model)
  const sample = { name: 'statement.txt', content: statement }
  tool = await makeTool(ada, {
    name: 'Statements',
    fields,
    sample,
    llmId,
  })
  await writeFile(join(folder, 'statement.txt'), statement)
})

afterAll(async () => {
  await server?.close()
  await port?.close()
  await model?.close()
  await rm(folder, { recursive: true, force: true })
})

/** The text of a reply that is JSON with all its digits. */
const outputOf = (value: unknown) => (value as { readonly output: Output }).output

let flows = 0

async function runInto(destination: FlowParts['destination']) {
  const source = await makeFolderConnector(ada, `Inbox ${++flows}`, folder)
  const workflow = await makeFlow(ada, `Flow ${flows}`, {
    toolId: tool.toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance: source,
      configuration: { fileNamePattern: '*.txt' },
    },
    destination,
  })
  const { body: pipeline } = await ada.post('pipeline/', {
    pipeline_name: `Nightly ${flows}`,
    workflow,
    pipeline_type: 'ETL',
  })
  return { workflow, pipeline: pipeline.id as string }
}

async function execute(pipeline: string) {
  const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline })
  return body.execution.execution_id as string
}

async function run(destination: FlowParts['destination']) {
  const { pipeline } = await runInto(destination)
  const { id, status } = await untilEnded(ada, await execute(pipeline))
  const { body } = await ada.get(`execution/${id}/files/`)
  return { status, message: body.results[0].status_msg as string }
}

const columnModes = { columnMode: 'Write each field to a column' }

async function runIntoTable(table: string) {
  const connector = await makeTableConnector(ada, `Books ${++flows}`, port.url)
  return run({
    connection_type: 'DATABASE',
    connector_instance: connector,
    configuration: { ...columnModes, table },
  })
}

describe('numbers of 16 to 40 digits keep every digit in all types', () => {
  test('in the reply of a deployment and in its status', async () => {
    const workflow = await makeWorkflow(ada, 'Statements', tool.toolId)
    const deployment = await makeDeployment(ada, 'statements', workflow)
    const { body } = await server.anonymous.upload(
      deployment.path,
      {
        files: [{ name: 'statement.txt', content: statement, field: 'files' }],
        fields: { timeout: '60', include_metadata: 'true' },
      },
      { headers: { authorization: `Bearer ${deployment.key}` } },
    )

    const [file] = body.message.result
    expectEveryDigit(outputOf(file.result))
    const { evidence_data: evidence } = file.result.metadata
    for (const name of names) {
      for (const key of [`number_${name}`, `text_${name}`])
        expect(evidence[key]).toEqual([expect.objectContaining({ quote: numbers[name] })])
      expect(evidence.json[name]).toEqual([expect.objectContaining({ quote: numbers[name] })])
    }
  })

  test('in a document of so many pages that another process reads it', async () => {
    const workflow = await makeWorkflow(ada, 'Long statements', tool.toolId)
    const deployment = await makeDeployment(ada, 'long-statements', workflow)
    const filler = 'The holder of the account agrees to the terms of the bank.\n'.repeat(600)
    const { body } = await server.anonymous.upload(
      deployment.path,
      {
        files: [{ name: 'long.txt', content: `${statement}\n${filler}`, field: 'files' }],
        fields: { timeout: '60' },
      },
      { headers: { authorization: `Bearer ${deployment.key}` } },
    )

    expectEveryDigit(outputOf(body.message.result[0].result))
  })

  test('in the studio, prompt by prompt and in one pass', async () => {
    const { projectId, documentId } = tool
    const { body: project } = await ada.get(`prompt-studio/${projectId}`)
    const ids: string[] = project.prompts.map(({ prompt_id }: Output) => prompt_id)
    const runs = await Promise.all(
      ids.map((id) =>
        ada.post(`prompt-studio/fetch_response/${projectId}`, { id, document_id: documentId }),
      ),
    )
    expect(new Set(runs.map(({ status }: TestReply) => status))).toEqual(new Set([202]))
    const joinOutputs = (replies: readonly TestReply[]) =>
      replies
        .flatMap(({ body }) => body)
        .map(({ output }: Output) => String(output))
        .join('\n')

    for (const digits of Object.values(numbers)) expect(joinOutputs(runs)).toContain(digits)
    const singlePass = await ada.post(`prompt-studio/single-pass-extraction/${projectId}`, {
      document_id: documentId,
    })
    expect(singlePass.status).toBe(202)
    for (const digits of Object.values(numbers)) expect(joinOutputs([singlePass])).toContain(digits)
  })

  test('in the columns of a table', async () => {
    expect(await runIntoTable('long_numbers')).toMatchObject({ status: 'COMPLETED' })

    const { rows: writtenRows } = await sql<Record<string, string>>`
      select ${sql.join(
        fields.map(({ key }) => sql`${sql.ref(key)}::text as ${sql.ref(key)}`),
      )} from long_numbers`.execute(server.ctx.db)
    const [row = {}] = writtenRows
    const values = fields.map(({ key, type }) => [
      key,
      type === 'text' || type === 'number' ? row[key] : asWritten(parseExactJson(row[key] ?? '')),
    ])
    expect(Object.fromEntries(values)).toEqual(expectedValues)
  })

  test('in a file', async () => {
    const outFolder = await mkdtemp(join(folder, 'out-'))
    const connector = await makeFolderConnector(ada, `Outbox ${++flows}`, outFolder)
    expect(
      await run({ connection_type: 'FILESYSTEM', connector_instance: connector }),
    ).toMatchObject({ status: 'COMPLETED' })

    const writtenNames = await readdir(outFolder, { recursive: true })
    const name = writtenNames.find((one) => one.endsWith('.json')) ?? ''
    expectEveryDigit(outputOf(parseExactJson(await readFile(join(outFolder, name), 'utf8'))))
  })

  test('in review, also in what people type, and in the files of approved results', async () => {
    const connector = await makeTableConnector(ada, `Books ${++flows}`, port.url)
    const { workflow, pipeline } = await runInto({
      connection_type: 'DATABASE',
      connector_instance: connector,
      configuration: { ...columnModes, table: 'reviewed_numbers' },
    })
    await ada.post('manual_review/db_rules/', { workflow, percentage: 100 })
    await ada.post('manual_review/settings/', { workflow, sync_with: 'Queue' })
    await execute(pipeline)
    const next = async (type: string) =>
      (await rita.get(`manual_review/next/?class_name=${workflow}&type=${type}`)).body.data
    await expect.poll(() => next('review')).toBeTruthy()
    expectEveryDigit(outputOf((await next('review')).result))

    const typedNumbers = { number_account: '98765432109876543210', number_meter: 5 }
    const saveReply = await rita.patch('manual_review/edited_data/', {
      class_name: workflow,
      type: 'review',
      updated_data: { ...typedNumbers, json: parseExactJson('{"account": 11111111111111111111}') },
    })
    expect(saveReply.status).toBe(200)
    await rita.post('manual_review/finish_review/', { class_name: workflow })
    const approver = server.as('supervisor')
    await approver.get(`manual_review/next/?class_name=${workflow}&type=approve`)
    expect((await approver.post('manual_review/approve/', { class_name: workflow })).status).toBe(
      200,
    )

    const download = async (format: string) =>
      (
        await ada.get(
          `manual_review/approved_queue_download/?class_name=${workflow}&format=${format}`,
        )
      ).body
    const [{ output }] = await download('json')
    expect(asWritten(output)).toEqual({
      ...expectedValues,
      number_account: '98765432109876543210',
      number_meter: '5',
      json: { account: '11111111111111111111' },
    })
    const csv = await download('csv')
    for (const digits of [
      '98765432109876543210',
      '11111111111111111111',
      numbers.parcel,
      numbers.debt,
    ])
      expect(csv).toContain(digits)
  })
})

describe('an existing column of rounded numbers', () => {
  test('is widened where the connector may alter the table, and keeps its values', async () => {
    await sql`create table widened (id text primary key, number_account double precision)`.execute(
      server.ctx.db,
    )
    await sql`insert into widened values ('before', 0.30000000000000004)`.execute(server.ctx.db)

    expect(await runIntoTable('widened')).toMatchObject({ status: 'COMPLETED' })
    const { rows: writtenRows } = await sql`
      select number_account::text as account from widened order by 1`.execute(server.ctx.db)
    expect(writtenRows).toEqual([{ account: '0.30000000000000004' }, { account: numbers.account }])
  })

  test('fails the file with a sentence that says why where it may not', async () => {
    await sql`create table rounded (id text primary key, number_account real)`.execute(
      server.ctx.db,
    )
    const connector = await makeTableConnector(ada, `Books ${++flows}`, port.url)
    const columns = fields.filter(({ key }) => key !== 'number_account')
    for (const { key } of columns)
      await sql`alter table rounded add column ${sql.ref(key)} text`.execute(server.ctx.db)
    const { status, message } = await run({
      connection_type: 'DATABASE',
      connector_instance: connector,
      configuration: { ...columnModes, table: 'rounded', addMissingColumns: false },
    })

    expect(status).toBe('ERROR')
    expect(message).toContain(
      `The column “number_account” of “rounded” would round the value: ${numbers.account} has more digits than its type real holds.`,
    )
  })

  test('of too few digits fails the file too', async () => {
    await sql`create table narrow (id text primary key, number_meter numeric(20, 1))`.execute(
      server.ctx.db,
    )
    expect(await runIntoTable('narrow')).toMatchObject({
      status: 'ERROR',
      message: expect.stringContaining(
        'The column “number_meter” of “narrow” would round the value',
      ),
    })
  })
})
