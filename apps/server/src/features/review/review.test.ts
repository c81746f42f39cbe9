import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const fields = [
  { key: 'invoice_number', prompt: 'What is the invoice number?' },
  { key: 'total', prompt: 'What is the total?', type: 'number' },
]
const note = (n: number) => `Invoice number ${n}\nTotal ${n}.50\n`

let server: TestServer
let ada: Person
let rita: Person
let ron: Person
let sue: Person
let port: OpenPort
let folder: string
let tool: TestTool
let source: string
let table: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-review-'))
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  ada = server.as('admin')
  rita = server.as('reviewer')
  ron = server.as('reviewer', { name: 'ron' })
  sue = server.as('supervisor')
  const sample = { name: 'note.txt', content: note(1) }
  tool = await makeTool(ada, { name: 'Notes', fields, sample })
  source = await makeFolderConnector(ada, 'Inbox', folder)
  port = await openPort(server.databaseUrl)
  table = await makeTableConnector(ada, 'Books', port.url)
})

afterAll(async () => {
  await server?.close()
  await port?.close()
  await rm(folder, { recursive: true, force: true })
})

/** The rule matches documents with the number 20 or more. */
const dear = {
  combinator: 'and',
  rules: [{ field: 'value:total', operator: 'greater', value: '20' }],
}

let flows = 0
type Flow = {
  readonly id: string
  readonly pipeline: string
  readonly into: string
  readonly at: string
}

/** A pipeline of its own folder into a table of its own, whose dear invoices are looked at. */
async function makeReviewed(
  sync: 'DB' | 'Queue',
  rule: Record<string, unknown> = {},
): Promise<Flow> {
  const inputFolder = `in${++flows}`
  const otherTable = `reviewed_${flows}`
  await mkdir(join(folder, inputFolder))
  const id = await makeFlow(ada, `Flow ${flows}`, {
    toolId: tool.toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance: source,
      configuration: { folders: [inputFolder], fileNamePattern: '*.txt' },
    },
    destination: {
      connection_type: 'DATABASE',
      connector_instance: table,
      configuration: { table: otherTable, columnMode: 'Write each field to a column' },
    },
  })
  const rules = { workflow: id, rule_json: dear, ...rule }
  expect((await ada.post('manual_review/db_rules/', rules)).status).toBe(201)
  await ada.post('manual_review/settings/', { workflow: id, sync_with: sync })
  const { body } = await ada.post('pipeline/', {
    pipeline_name: `Reviewed ${flows}`,
    workflow: id,
    pipeline_type: 'ETL',
  })
  return { id, pipeline: body.id, into: otherTable, at: inputFolder }
}

/** Runs it on so many notes, and waits until people have what was caught. */
async function run(flow: Flow, numbers: readonly number[], caughtCount: number): Promise<string> {
  for (const n of numbers) await writeFile(join(folder, flow.at, `note-${n}.txt`), note(n))
  const { body } = await ada.post('pipeline/execute/', { pipeline_id: flow.pipeline })
  await expect.poll(async () => (await counts(flow)).pending_review_count).toBe(caughtCount)
  return body.execution.execution_id
}

const counts = async ({ id }: Flow) =>
  (await rita.get(`manual_review/queue_details/?class_name=${id}`)).body
const next = async (person: Person, { id }: Flow, type = 'review') =>
  (await person.get(`manual_review/next/?class_name=${id}&type=${type}`)).body.data
const edit = (person: Person, { id }: Flow, updated_data: unknown, type = 'review') =>
  person.patch('manual_review/edited_data/', { class_name: id, type, updated_data })
const finish = (person: Person, { id }: Flow) =>
  person.post('manual_review/finish_review/', { class_name: id })
const approve = (person: Person, { id }: Flow) =>
  person.post('manual_review/approve/', { class_name: id })
const giveBack = (person: Person, { id }: Flow, otherFields: object = {}) =>
  person.post('manual_review/return_to_queue/', { class_name: id, ...otherFields })
const rowsOf = async ({ into: table }: Flow) =>
  (
    await sql<Record<string, unknown>>`
      select invoice_number, total from ${sql.table(table)} order by total`.execute(server.ctx.db)
  ).rows

describe('a file that a rule catches', () => {
  test('waits without a delivery, is corrected, approved, and delivered once [RV-051 RV-053 RV-054 RV-064 RV-067 RV-068 RV-069 RV-072 RV-105]', async () => {
    const flow = await makeReviewed('DB')
    const execution = await run(flow, [7, 30], 1)
    await expect.poll(() => rowsOf(flow)).toEqual([{ invoice_number: '7', total: 7.5 }])
    expect((await ada.get(`execution/${execution}/`)).body.status).toBe('EXECUTING')
    expect((await ada.get('manual_review/document_classes/')).body.data).toContainEqual({
      workflow_id: flow.id,
      workflow_name: 'Flow 1',
    })

    const item = await next(rita, flow)
    expect(item.result.output).toEqual({ invoice_number: '30', total: 30.5 })
    expect(item.file_name).toBe('note-30.txt')
    expect(await counts(flow)).toEqual({
      pending_review_count: 0,
      in_progress_count: 1,
      finished_review_count: 0,
      approval_in_progress_count: 0,
      approved_queue_count: 0,
    })
    expect((await edit(rita, flow, { ...item.result.output, total: '31.25' })).body).toEqual({
      message: 'Succesfully updated the data.',
    })
    expect((await finish(rita, flow)).body).toEqual({ message: 'The review is finished.' })
    expect(await rowsOf(flow)).toHaveLength(1)

    expect((await next(sue, flow, 'approve')).result.output.total).toBe(31.25)
    const approvals = await Promise.all([approve(sue, flow), approve(sue, flow)])
    expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(approvals.find(({ status }) => status === 200)?.body).toEqual({
      message: 'The document is approved.',
    })
    expect((await untilEnded(ada, execution)).status).toBe('COMPLETED')
    expect(await rowsOf(flow)).toEqual([
      { invoice_number: '7', total: 7.5 },
      { invoice_number: '30', total: 31.25 },
    ])

    // What was delivered waits for nobody.
    expect(await counts(flow)).toMatchObject({ pending_review_count: 0, approved_queue_count: 0 })

    // Its history lists the events.
    const { body } = await sue.get(`manual_review/items/${item.id}/events/`)
    expect(
      body.data
        .map(({ kind, who: user, field, before: from, after: to }: Record<string, unknown>) => ({
          kind,
          who: user,
          field,
          before: from,
          after: to,
        }))
        .reverse(),
    ).toEqual([
      { kind: 'caught', who: null, field: null, before: null, after: null },
      { kind: 'taken', who: 'rita@example.org', field: null, before: null, after: null },
      { kind: 'edited', who: 'rita@example.org', field: 'total', before: 30.5, after: 31.25 },
      { kind: 'finished', who: 'rita@example.org', field: null, before: null, after: null },
      { kind: 'taken', who: expect.any(String), field: null, before: null, after: null },
      { kind: 'approved', who: expect.any(String), field: null, before: null, after: null },
    ])
  })

  test('belongs to who fetched it, comes back with its edits, and holds up no other run [RV-036 RV-050 RV-052 RV-066 RV-126]', async () => {
    const flow = await makeReviewed('DB')
    await run(flow, [40], 1)
    const item = await next(rita, flow)
    expect((await next(rita, flow)).id).toBe(item.id)
    const emptyReply = await ron.get(`manual_review/next/?class_name=${flow.id}&type=review`)
    expect(emptyReply.body).toEqual({ data: null, message: 'No documents are waiting.' })
    expect((await edit(ron, flow, { total: 1 })).status).toBe(409)
    await edit(rita, flow, { total: 41 })

    expect((await giveBack(rita, flow)).status).toBe(200)
    expect((await edit(rita, flow, { total: 2 })).status).toBe(409)
    const nextItem = await next(ron, flow)
    expect(nextItem).toMatchObject({ id: item.id, is_edited: true })
    expect(nextItem.result.output.total).toBe(41)

    // The hold runs out: somebody else may have it, and who had it may not finish it.
    await server.ctx.db
      .updateTable('review_item')
      .set({ held_until: new Date(0) })
      .where('id', '=', item.id)
      .execute()
    expect((await finish(ron, flow)).status).toBe(409)
    expect((await next(rita, flow)).id).toBe(item.id)

    // The next run does not take the file again, and is not told to wait.
    await writeFile(join(folder, flow.at, 'note-8.txt'), note(8))
    const { body } = await ada.post('pipeline/execute/', { pipeline_id: flow.pipeline })
    const second = await untilEnded(ada, body.execution.execution_id)
    expect([second.status, second.total_files]).toEqual(['COMPLETED', 1])
  })

  test('of two that fetch at once each gets another [RV-050]', async () => {
    const flow = await makeReviewed('DB')
    await run(flow, [50, 51, 52], 3)
    const [one, two] = await Promise.all([next(rita, flow), next(ron, flow)])

    expect(one.id).not.toBe(two.id)
    // What comes next can be looked at ahead, and is nobody's by that.
    const peek = (type: string, person = rita) =>
      person.get(`manual_review/upcoming/?class_name=${flow.id}&type=${type}`)
    const { body: third } = await peek('review')
    expect([one.id, two.id]).not.toContain(third.data.id)
    expect((await peek('approve', sue)).body).toEqual({ data: null })
    expect((await peek('approve')).status).toBe(403)
    expect(await counts(flow)).toMatchObject({ pending_review_count: 1, in_progress_count: 2 })
  })

  test('is put back by an approver with a reason, and blocks no other [RV-123 RV-008]', async () => {
    const flow = await makeReviewed('Queue')
    await run(flow, [60, 61], 2)
    for (const _ of [1, 2]) {
      await next(rita, flow)
      expect((await finish(rita, flow)).status).toBe(200)
    }
    expect((await approve(rita, flow)).status).toBe(403)
    expect((await rita.get(`manual_review/next/?class_name=${flow.id}&type=approve`)).status).toBe(
      403,
    )

    const first = await next(sue, flow, 'approve')
    await giveBack(sue, flow, { type: 'approve', reason: 'The total is of another page.' })
    const second = await next(sue, flow, 'approve')
    expect(second.id).not.toBe(first.id)
    await approve(sue, flow)
    expect((await next(sue, flow, 'approve')).note).toBe('The total is of another page.')
    expect(await counts(flow)).toMatchObject({
      approval_in_progress_count: 1,
      approved_queue_count: 1,
    })
  })

  test('kept ones are listed, opened by position, downloaded, and taken with a key, each once [RV-022 RV-033 RV-070 RV-071 RV-121 RV-125]', async () => {
    const flow = await makeReviewed('Queue', { percentage: 100, rule_json: null })
    const execution = await run(flow, [3, 4], 2)
    for (const _ of [1, 2]) {
      await next(sue, flow)
      await finish(sue, flow)
      await next(sue, flow, 'approve')
      expect((await approve(sue, flow)).status).toBe(200)
    }
    // Their run ends, and nothing goes where the workflow writes.
    expect((await untilEnded(ada, execution)).status).toBe('COMPLETED')
    await expect(rowsOf(flow)).rejects.toThrow('does not exist')

    const { body: list } = await sue.get(
      `manual_review/approved_queue_details/?class_name=Flow ${flows}`,
    )
    expect(list.data).toHaveLength(2)
    const { position, id } = list.data[1]
    const { body: openReply } = await sue.get(
      `manual_review/approved_queue_item/?class_name=${flow.id}&position=${position}`,
    )
    expect(openReply.data.id).toBe(id)
    const csv = await sue.get(
      `manual_review/approved_queue_download/?class_name=${flow.id}&format=csv`,
    )
    expect(String(csv.body)).toContain('file,invoice_number,total')
    // Paths are only beside names that repeat.
    expect(String(csv.body)).not.toContain('file_path')
    expect(csv.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''Flow%20${flows}.csv`,
    )
    expect(
      (await rita.get(`manual_review/approved_queue_details/?class_name=${flow.id}`)).status,
    ).toBe(403)

    const { body: key } = await sue.post('api/key/', { description: ' Books ' })
    expect(key.description).toBe('Books')
    const fetch = (bearer?: string, query = '') =>
      server.anonymous.get(`/mr/api/recto/approved/result/${flow.id}/${query}`, {
        headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
      })
    expect((await fetch()).status).toBe(401)
    expect((await fetch('nonsense')).status).toBe(401)
    const pulls = await Promise.all([fetch(key.api_key), fetch(key.api_key), fetch(key.api_key)])
    expect(pulls.map(({ status }) => status).sort()).toEqual([200, 200, 404])
    const files = pulls.filter(({ body }) => body.data).map(({ body }) => body.data.file)
    expect(files.sort()).toEqual(['note-3.txt', 'note-4.txt'])
    expect(pulls.find(({ status }) => status === 404)?.body).toEqual({
      error: 'No approved result is available yet.',
    })
    // They left the queue with the reply.
    await expect.poll(async () => (await counts(flow)).approved_queue_count).toBe(0)
    await sue.delete(`manual_review/api/key/${key.id}/`)
    expect((await fetch(key.api_key)).status).toBe(401)
  })

  test('in a class that needs nobody else a finished review is approved, and its truths are kept [RV-035]', async () => {
    const flow = await makeReviewed('DB')
    await sue.post('manual_review/auto_approval_settings/', {
      auto_approved_document_classes: [flow.id],
    })
    const execution = await run(flow, [70], 1)
    await next(rita, flow)
    await edit(rita, flow, { total: 99 })
    await finish(rita, flow)

    expect((await untilEnded(ada, execution)).status).toBe('COMPLETED')
    expect(await rowsOf(flow)).toEqual([{ invoice_number: '70', total: 99 }])
    const truths = await server.ctx.db
      .selectFrom('truth')
      .innerJoin('prompt', 'prompt.id', 'truth.prompt_id')
      .select([
        'prompt.key',
        'truth.value',
        'truth.source',
        'truth.evidence',
        'truth.machine_value',
      ])
      .where('truth.value', 'in', ['70', '99'])
      .orderBy('prompt.key')
      .execute()
    expect(truths).toEqual([
      {
        key: 'invoice_number',
        value: '70',
        source: 'review',
        machine_value: '70',
        evidence: [expect.objectContaining({ page: 0, quote: '70' })],
      },
      // Typed over what is printed there.
      {
        key: 'total',
        value: '99',
        source: 'review',
        machine_value: '70.5',
        evidence: [expect.objectContaining({ page: 0, quote: '70.50' })],
      },
    ])
    expect((await sue.get('manual_review/auto_approval_settings/')).body).toEqual([
      { auto_approved_document_classes: [flow.id], auto_approved_users: [] },
    ])
  })

  test('of a run that is stopped is nobody’s any more; a holder who leaves holds nothing [RV-126]', async () => {
    const flow = await makeReviewed('DB')
    const execution = await run(flow, [80, 81], 2)
    const leaver = server.as('reviewer', { name: 'leo' })
    const { id } = await next(leaver, flow)
    await ada.delete('users/', { emails: ['leo@example.org'] })
    expect(await counts(flow)).toMatchObject({ pending_review_count: 2, in_progress_count: 0 })
    expect([(await next(rita, flow)).id, (await next(ron, flow)).id]).toContain(id)

    expect((await ada.post(`execution/${execution}/stop/`, {})).status).toBe(200)
    expect((await finish(rita, flow)).status).toBe(409)
    expect(await counts(flow)).toMatchObject({ pending_review_count: 0, in_progress_count: 0 })
  })

  test('takes only values of its types, only its fields, and all that is required [RV-055 RV-120]', async () => {
    const flow = await makeReviewed('DB')
    await run(flow, [90], 1)
    await next(rita, flow)

    const refusedReply = await edit(rita, flow, { total: 'ninety' })
    expect([refusedReply.status, refusedReply.body.errors[0]]).toEqual([
      400,
      { code: 'error', detail: '“total” must be a number.', attr: 'updated_data' },
    ])
    expect((await edit(rita, flow, { iban: 'x' })).body.errors[0].detail).toBe(
      'The document has no field “iban”.',
    )
    await sql`update review_item set result = jsonb_set(result::jsonb, '{metadata,required_fields}',
      '{"total":"all"}') where workflow_id = ${flow.id}`.execute(server.ctx.db)
    // Formats an amount as documents do, with groups and a currency.
    await edit(rita, flow, { total: '€ 1,234.50' })
    expect((await next(rita, flow)).result.output.total).toBe(1234.5)
    await edit(rita, flow, { total: null })
    const short = await finish(rita, flow)
    expect([short.status, short.body.errors[0].detail]).toEqual([
      400,
      'The required field "total" cannot be empty at path "total".',
    ])
    expect((await rita.get('manual_review/queue_details/?class_name=Nobody')).status).toBe(400)
  })
})

test('supervisors see how a queue gets on, and where the machine is weakest', async () => {
  const { body, status } = await sue.get('manual_review/progress/?class_name=Flow 1')

  expect(status).toBe(200)
  expect(body.days).toContainEqual(
    expect.objectContaining({ who: 'rita@example.org', finished: 1, approved: 0, returned: 0 }),
  )
  expect(body.median_seconds_a_field).toBeGreaterThan(0)
  expect(body.fields).toEqual([
    { field: 'total', reviewed: 1, changed: 1 },
    { field: 'invoice_number', reviewed: 1, changed: 0 },
  ])
  expect((await rita.get('manual_review/progress/?class_name=Flow 1')).status).toBe(403)
})

test('the document of an item is shown page by page to who reviews, and to nobody else [RV-025]', async () => {
  const { body } = await sue.get('manual_review/approved_queue_details/?class_name=Flow 1')
  const itemPath = `manual_review/items/${body.data[0].id}`

  const { body: sizes } = await rita.get(`${itemPath}/pages/`)
  expect(sizes.pages).toHaveLength(1)
  const picture = await rita.get(`${itemPath}/page/?page=0&width=200`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('image/'),
  ])
  expect((await rita.get(`${itemPath}/page/?page=9`)).status).toBe(404)
  const file = await rita.get(`${itemPath}/file/`)
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect((await server.as('user').get(`${itemPath}/file/`)).status).toBe(403)
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
  for (const part of ['pages', 'page', 'file', 'events']) {
    expect((await rival.get(`${itemPath}/${part}/?page=0`)).status).toBe(404)
  }
})

describe('rules and settings', () => {
  test('are there once they are saved, and changed by who may [RV-079 RV-080 RV-089 RV-090 RV-098 RV-099 RV-100 RV-101 RV-102 RV-103 RV-122]', async () => {
    const flow = await makeReviewed('Queue')
    const { body: rule } = await sue.get(`manual_review/db_rules/workflow/${flow.id}/`)
    expect(rule.data).toMatchObject({ percentage: 0, rule_logic: 'OR', rule_json: dear })
    const ruleUrl = `manual_review/db_rules/${rule.data.id}/`
    const change = { workflow: flow.id, percentage: 25, rule_json: JSON.stringify(dear) }
    const expectedRule = { id: rule.data.id, percentage: 25 }
    expect((await sue.patch(ruleUrl, change)).body).toMatchObject(expectedRule)
    expect((await server.as('user').patch(ruleUrl, change)).status).toBe(403)
    for (const percentage of [-1, 101, 'all']) {
      const { status, body } = await sue.patch(ruleUrl, { ...change, percentage })
      expect([status, body.errors[0].attr]).toEqual([400, 'percentage'])
    }
    const strange = {
      combinator: 'and',
      rules: [{ field: 'value:iban', operator: 'equal', value: '' }],
    }
    const { body: refusal } = await sue.patch(ruleUrl, { ...change, rule_json: strange })
    expect(refusal.errors[0]).toMatchObject({
      attr: 'rule_json',
      detail: 'The tool has no field “iban”.',
    })

    for (const rule_json of ['{}', {}, '', ' ', null]) {
      const { body: emptyRule } = await sue.patch(ruleUrl, { ...change, rule_json })
      expect(emptyRule).toMatchObject({ rule_json: { combinator: 'and', rules: [] } })
    }

    const { body: setting } = await sue.get(`manual_review/settings/workflow/${flow.id}/`)
    const changedReply = await sue.patch(`manual_review/settings/${setting.data.id}/`, {
      workflow: flow.id,
      sync_with: 'DB',
    })
    expect(changedReply.body).toEqual({ id: setting.data.id, workflow: flow.id, sync_with: 'DB' })
    const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
    expect((await rival.get(`manual_review/db_rules/workflow/${flow.id}/`)).status).toBe(404)
  })

  test('can be tried on the last files before they are saved', async () => {
    const flow = await makeReviewed('Queue', { rule_json: null })
    for (const n of [5, 25]) await writeFile(join(folder, flow.at, `note-${n}.txt`), note(n))
    const { body } = await ada.post('pipeline/execute/', { pipeline_id: flow.pipeline })
    await untilEnded(ada, body.execution.execution_id)

    const attemptedReply = await sue.post('manual_review/db_rules/try/', {
      workflow: flow.id,
      rule_json: dear,
    })
    expect(attemptedReply.body).toMatchObject({ tested: 2, caught: 1 })
    expect(attemptedReply.body.files).toContainEqual({
      file_name: 'note-25.txt',
      is_caught: true,
      reason: 'rules',
    })
  })
})
