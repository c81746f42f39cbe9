import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawPdf } from '@recto/testkit/samples/draw-pdf'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeFlow,
  makeFolderConnector,
  makeTableConnector,
  untilEnded,
  untilTriedAgain,
} from '../../testing/make-pipeline.ts'
import { makeTool, type TestTool } from '../../testing/make-tool.ts'
import { type OpenPort, openPort } from '../../testing/open-port.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const toolOptions = {
  fields: [{ key: 'total', prompt: 'What is the total?', type: 'number' }],
  sample: { name: 'note.txt', content: 'Total 1.50\n' },
}

let server: TestServer
let ada: Person
let sue: Person
let port: OpenPort
let folder: string
let tool: TestTool
let source: string
let table: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-odd-ends-'))
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  ada = server.as('admin')
  sue = server.as('supervisor')
  tool = await makeTool(ada, { name: 'Notes', ...toolOptions })
  source = await makeFolderConnector(ada, 'Inbox', folder)
  port = await openPort(server.databaseUrl)
  table = await makeTableConnector(ada, 'Books', port.url)
})

afterAll(async () => {
  await server?.close()
  await port?.close()
  await rm(folder, { recursive: true, force: true })
})

/** A workflow whose only file is caught, and the run in which it is. */
async function catchOne(name: string, sync: 'DB' | 'Queue', percentage = 100, pdf?: Uint8Array) {
  const tableName = `odd_${name}`
  await mkdir(join(folder, name))
  const file = `${name}.${pdf ? 'pdf' : 'txt'}`
  await writeFile(join(folder, name, file), pdf ?? `Total ${name.length}.25\n`)
  const flow = await makeFlow(ada, name, {
    toolId: tool.toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance: source,
      configuration: { folders: [name] },
    },
    destination: {
      connection_type: 'DATABASE',
      connector_instance: table,
      configuration: { table: tableName, columnMode: 'Write each field to a column' },
    },
  })
  await sue.post('manual_review/db_rules/', { workflow: flow, percentage })
  await sue.post('manual_review/settings/', { workflow: flow, sync_with: sync })
  const { body: pipeline } = await ada.post('pipeline/', {
    pipeline_name: name,
    workflow: flow,
    pipeline_type: 'ETL',
  })
  const run = async () =>
    (await ada.post('pipeline/execute/', { pipeline_id: pipeline.id })).body.execution
      .execution_id as string
  return { flow, into: tableName, run }
}

const untilCaught = (flow: string) =>
  expect
    .poll(
      async () =>
        (await sue.get(`manual_review/queue_details/?class_name=${flow}`)).body
          .pending_review_count,
    )
    .toBe(1)

/** The same supervisor does every step. */
async function settle(flow: string) {
  const classQuery = { class_name: flow }
  await sue.get(`manual_review/next/?class_name=${flow}&type=review`)
  expect((await sue.post('manual_review/finish_review/', classQuery)).status).toBe(200)
  await sue.get(`manual_review/next/?class_name=${flow}&type=approve`)
  return sue.post('manual_review/approve/', classQuery)
}

const rowsOf = async (tableName: string) =>
  (await sql<{ total: number }>`select total from ${sql.table(tableName)}`.execute(server.ctx.db))
    .rows

test('a destination that is away at the approval does not undo it: the values are written once it is back [RV-105]', async () => {
  const { flow, into: tableName, run } = await catchOne('away', 'DB')
  const execution = await run()
  await untilCaught(flow)

  port.shut()
  expect((await settle(flow)).status).toBe(200)
  await untilTriedAgain(ada, execution)
  await port.open()

  expect((await untilEnded(ada, execution)).status).toBe('COMPLETED')
  expect(await rowsOf(tableName)).toEqual([{ total: 4.25 }])
})

test('approved twice at once is delivered once; given back meanwhile it is not approved [RV-013]', async () => {
  const { flow, into: tableName, run } = await catchOne('twice', 'DB')
  const execution = await run()
  await untilCaught(flow)
  const classQuery = { class_name: flow }
  const approve = () => sue.post('manual_review/approve/', classQuery)
  const fetch = (type: string) => sue.get(`manual_review/next/?class_name=${flow}&type=${type}`)
  const settleUntilApproval = async () => {
    await fetch('review')
    await sue.post('manual_review/finish_review/', classQuery)
    await fetch('approve')
  }
  await settleUntilApproval()
  const approval = { ...classQuery, type: 'approve', reason: 'Another page.' }
  expect((await sue.post('manual_review/return_to_queue/', approval)).status).toBe(200)
  expect((await approve()).status).toBe(409)

  await settleUntilApproval()
  const approvals = await Promise.all([approve(), approve()])
  expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await untilEnded(ada, execution)).status).toBe('COMPLETED')
  expect(await rowsOf(tableName)).toEqual([{ total: 5.25 }])
})

test('a tool is not deleted while a workflow has it, and one that is taken out while documents wait holds none of them up', async () => {
  const { flow, into: tableName, run } = await catchOne('orphan', 'DB')
  const execution = await run()
  await untilCaught(flow)
  const refusedReply = await ada.delete(`prompt-studio/${tool.projectId}/`)
  expect(refusedReply.body.errors[0].detail).toBe(
    '“Notes” cannot be deleted, because a workflow uses the tool that was exported from it.',
  )
  const { body: steps } = await ada.get(`tool_instance/?workflow=${flow}`)
  expect((await ada.delete(`tool_instance/${steps[0].id}/`)).status).toBe(204)
  expect((await sue.get(`manual_review/db_rules/fields/${flow}/`)).body).toEqual({ data: null })

  expect((await settle(flow)).status).toBe(200)
  expect((await untilEnded(ada, execution)).status).toBe('COMPLETED')
  expect(await rowsOf(tableName)).toEqual([{ total: 6.25 }])
})

test('a key that is revoked in a download is refused, and what it would have got stays [RV-114 RV-125]', async () => {
  const { flow, run } = await catchOne('kept', 'Queue')
  const execution = await run()
  await untilCaught(flow)
  await settle(flow)
  await untilEnded(ada, execution)
  const { body: key } = await sue.post('api/key/', { description: 'Books' })
  const { body: otherKey } = await sue.post('api/key/', { description: 'Ledger' })
  const fetchWith = (bearer: string) =>
    server.anonymous.get(`/mr/api/recto/approved/result/${flow}/`, {
      headers: { authorization: `Bearer ${bearer}` },
    })

  // The caller is let in, and waits for who is just taking the key away.
  const fetchAttempt = await server.ctx.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('review_key').where('id', '=', key.id).execute()
    const replyPromise = fetchWith(key.api_key)
    await expect
      .poll(async () => {
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::integer as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%review_key%for share%'`.execute(
          server.ctx.db,
        )
        return rows[0]?.waiting
      })
      .toBe(1)
    return { asked: replyPromise }
  })
  expect((await fetchAttempt.asked).status).toBe(401)

  const { status, body } = await fetchWith(otherKey.api_key)
  expect([status, body.data.result.output]).toEqual([200, { total: 4.25 }])
})

test('a rule on a field that the tool has no longer catches nothing, is told of, and cannot be saved anew', async () => {
  const { flow, run } = await catchOne('lost', 'DB', 0)
  const missingField = { field: 'value:iban', operator: 'not_equal', value: 'x' }
  const tree = { combinator: 'and', rules: [missingField] }
  // Leaves the row as an export of the tool without the field does.
  await sql`update review_rule set rule_json = ${JSON.stringify(tree)}
    where workflow_id = ${flow}`.execute(server.ctx.db)

  expect((await untilEnded(ada, await run())).status).toBe('COMPLETED')
  const rule = { workflow: flow, rule_json: tree }
  expect((await sue.post('manual_review/db_rules/try/', rule)).body).toMatchObject({
    tested: 1,
    caught: 0,
    files: [{ file_name: 'lost.txt', is_caught: false, reason: null }],
  })
  expect((await sue.get(`manual_review/db_rules/fields/${flow}/`)).body).toEqual({
    data: ['total'],
  })
  const refusedReply = await sue.post('manual_review/db_rules/', rule)
  expect([refusedReply.status, refusedReply.body.errors[0].detail]).toEqual([
    400,
    'The tool has no field “iban”.',
  ])
})

test('workflows, their fields and their files are told to those of the organization who say what is looked at', async () => {
  const { body } = await sue.get('manual_review/db_rules/workflows/')
  const lostWorkflow = body.data.find(
    (one: Record<string, unknown>) => one['workflow_name'] === 'lost',
  )
  const rival = server.as('admin', { organization: 'rival', name: 'mallory' })
  const rule = { workflow: lostWorkflow.workflow_id, percentage: 100 }

  expect((await rival.get('manual_review/db_rules/workflows/')).body).toEqual({ data: [] })
  expect((await rival.get(`manual_review/db_rules/fields/${rule.workflow}/`)).status).toBe(404)
  expect((await rival.post('manual_review/db_rules/try/', rule)).status).toBe(404)
  for (const role of ['user', 'reviewer'] as const) {
    const person = server.as(role)
    expect((await person.get('manual_review/db_rules/workflows/')).status).toBe(403)
    expect((await person.post('manual_review/db_rules/try/', rule)).status).toBe(403)
  }
})

test('a document of 500 pages is looked at page by page: its sizes at once, and a picture of the last one', async () => {
  const long = await drawPdf({ title: 'Long' }, (pen) => {
    for (let page = 1; page <= 500; page++) {
      if (page > 1) pen.newPage()
      pen.text(page === 500 ? 'Total 500.25' : `Page ${page} of a contract`, 72, 72)
    }
  })
  const { flow, run } = await catchOne('long', 'Queue', 100, long)
  await run()
  await untilCaught(flow)
  const { body } = await sue.get(`manual_review/next/?class_name=${flow}&type=review`)
  expect(body.data.result.output).toEqual({ total: 500.25 })
  expect(body.data.result.metadata.evidence_data.total).toMatchObject([{ page: 499 }])
  const itemPath = `manual_review/items/${body.data.id}`
  const { body: sizes } = await sue.get(`${itemPath}/pages/`)

  expect(sizes.pages).toHaveLength(500)
  const last = await sue.get(`${itemPath}/page/?page=499&width=400`)
  expect([last.status, last.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await sue.get(`${itemPath}/page/?page=500&width=400`)).status).toBe(404)
})
