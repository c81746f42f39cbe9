import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  makeFlow,
  makeFolderConnector,
  makeTableConnector,
  untilEnded,
  untilTriedAgain,
} from '../../testing/make-pipeline.ts'
import { makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import { type OpenPort, openPort } from '../../testing/open-port.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { startDuePipelines } from './schedule/start-due-pipelines.ts'

const note = (n: number) => `Invoice number ${n}\nTotal ${n}.50\n`
const fields = [
  { key: 'invoice_number', prompt: 'What is the invoice number?' },
  { key: 'total', prompt: 'What is the total?', type: 'number' },
]

let server: TestServer
let ada: Person
let uma: Person
let port: OpenPort
let folder: string
let toolId: string
let source: string
let table: string
let apiFlow: string
let etlFlow: string
let taskFlow: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-inbox-'))
  await mkdir(join(folder, 'in/later'), { recursive: true })
  await mkdir(join(folder, 'out'))
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  ada = server.as('admin')
  uma = server.as('user')
  const sample = { name: 'note.txt', content: note(1) }
  toolId = (await makeTool(ada, { name: 'Notes', fields, sample })).toolId
  source = await makeFolderConnector(ada, 'Inbox', folder)
  port = await openPort(server.databaseUrl)
  table = await makeTableConnector(ada, 'Books', port.url)
  apiFlow = await makeWorkflow(ada, 'By call', toolId)
  etlFlow = await makeFlow(ada, 'To a table', {
    toolId,
    source: files({ folders: ['/in'], fileNamePattern: '*.txt' }),
    destination: {
      connection_type: 'DATABASE',
      connector_instance: table,
      configuration: { table: 'invoices_read', includeTimestamp: true, includeAgent: true },
    },
  })
  taskFlow = await makeFlow(ada, 'To files', {
    toolId,
    source: files({ folders: ['in'], afterProcessing: 'move', moveToFolder: 'done' }),
    destination: {
      connection_type: 'FILESYSTEM',
      connector_instance: source,
      configuration: { outputFolder: 'out' },
    },
  })
})

afterAll(async () => {
  await server?.close()
  await port?.close()
  await rm(folder, { recursive: true, force: true })
})

const files = (configuration: Record<string, unknown>) => ({
  connection_type: 'FILESYSTEM',
  connector_instance: source,
  configuration,
})

const tableOf = (name: string) => ({
  connection_type: 'DATABASE',
  connector_instance: table,
  configuration: { table: name },
})

const put = (name: string, content: string) => writeFile(join(folder, 'in', name), content)

let names = 0
async function makePipeline(changes: Record<string, unknown> = {}) {
  const { body, status } = await ada.post('pipeline/', {
    pipeline_name: `Pipeline ${++names}`,
    workflow: etlFlow,
    pipeline_type: 'ETL',
    ...changes,
  })
  return { ...body, status }
}

const awaitEnd = (id: string) => untilEnded(ada, id)

async function run(id: string, person = ada) {
  const { body } = await person.post('pipeline/execute/', { pipeline_id: id, pipeline_type: 'ETL' })
  return awaitEnd(body.execution.execution_id)
}

const rowsOf = async (name = 'invoices_read') =>
  (
    await sql<Record<string, unknown>>`select * from ${sql.table(name)} order by file_path`.execute(
      server.ctx.db,
    )
  ).rows

describe('a pipeline', () => {
  test.each([
    ['without a name', { pipeline_name: ' ' }, 'pipeline_name'],
    ['with a name of 33 letters', { pipeline_name: 'x'.repeat(33) }, 'pipeline_name'],
    ['of no type', { pipeline_type: 'APP' }, 'pipeline_type'],
    ['with an hour 25', { cron_string: '0 25 * * *' }, 'cron_string'],
    ['with six fields', { cron_string: '0 0 1 * * *' }, 'cron_string'],
    ['on the 31st of February', { cron_string: '0 0 31 2 *' }, 'cron_string'],
    ['every minute', { cron_string: '* * * * *' }, 'cron_string'],
    ['in Atlantis', { cron_string: '0 1 * * *', time_zone: 'Europe/Atlantis' }, 'time_zone'],
  ])('[DP-088] %s is refused at its field', async (_, wrong, attr) => {
    const { status, type, errors } = await makePipeline(wrong)

    expect({ status, type, attr: errors[0].attr }).toEqual({
      status: 400,
      type: 'validation_error',
      attr,
    })
  })

  test('[WF-074, DP-055] of a workflow that does not fit its type is refused', async () => {
    const refusedRuns = await Promise.all([
      makePipeline({ workflow: apiFlow }),
      makePipeline({ workflow: etlFlow, pipeline_type: 'TASK' }),
    ])

    expect(refusedRuns.map(({ errors }) => errors[0].attr)).toEqual(Array(2).fill('workflow'))
  })

  test('[DP-045, DP-053, DP-054, DP-057, DP-089] is made with a key, and its clock is UTC', async () => {
    const nightly = await makePipeline({ cron_string: '' })
    const { body: keys } = await ada.get(`api/keys/pipeline/${nightly.id}/`)

    expect(nightly).toMatchObject({
      status: 201,
      workflow: etlFlow,
      workflow_id: etlFlow,
      workflow_name: 'To a table',
      pipeline_type: 'ETL',
      active: true,
      scheduled: false,
      cron_string: null,
      time_zone: 'UTC',
      last_run_status: 'YET_TO_START',
      last_run_time: null,
      api_endpoint: `deployment/pipeline/api/recto/${nightly.id}/`,
      source_name: 'Inbox',
      destination_name: 'Books',
      co_owners_count: 1,
    })
    expect(keys).toMatchObject([{ is_active: true, pipeline: nightly.id, api: null }])
  })

  test('[DP-039, DP-040] has more keys, which others do not see', async () => {
    const { id } = await makePipeline()
    expect((await uma.get(`api/keys/pipeline/${id}/`)).status).toBe(403)
    const { body: key } = await ada.post(`api/keys/pipeline/${id}/`, { description: 'Cron job' })
    await ada.put(`api/keys/${key.id}/`, { is_active: false, pipeline: id })

    const { body: keys } = await ada.get(`api/keys/pipeline/${id}/`)
    expect(keys).toHaveLength(2)
    expect(keys).toContainEqual(expect.objectContaining({ id: key.id, is_active: false }))
  })

  test('[DP-051] gives its Postman collection as a file, unless it has no active key', async () => {
    const { id, pipeline_name } = await makePipeline()
    const { body, headers } = await ada.get(`pipeline/api/postman_collection/${id}/`)
    const { body: keys } = await ada.get(`api/keys/pipeline/${id}/`)
    await ada.delete(`api/keys/${keys[0].id}/`)

    expect(headers.get('content-disposition')).toContain(
      encodeURIComponent(`${pipeline_name}.json`),
    )
    expect(body.item[0].request).toMatchObject({ method: 'POST' })
    expect(body.item[0].request.url).toContain(`/deployment/pipeline/api/recto/${id}/`)
    expect((await ada.get(`pipeline/api/postman_collection/${id}/`)).status).toBe(409)
  })

  test('[DP-056, DP-058, DP-059, DP-060, DP-061] is listed by type, changed, switched off and deleted', async () => {
    const nightly = await makePipeline({ cron_string: '0 * * * *' })
    expect(nightly.next_run_time).toMatch(/:00:00\.000000Z$/)
    expect((await uma.get(`pipeline/${nightly.id}/`)).body.is_owner).toBe(false)
    expect((await uma.put(`pipeline/${nightly.id}/`, nightly)).status).toBe(403)

    await ada.put(`pipeline/${nightly.id}/`, { ...nightly, pipeline_name: 'Renamed' })
    const change = { active: false, pipeline_id: nightly.id }
    const offReply = await ada.patch(`pipeline/${nightly.id}/`, change)
    expect(offReply.body).toMatchObject({ active: false, next_run_time: null, scheduled: true })
    const refusedReply = await ada.post('pipeline/execute/', { pipeline_id: nightly.id })
    expect(refusedReply).toMatchObject({ status: 422, body: { type: 'client_error' } })

    const etl = await ada.get('pipeline/?type=ETL')
    const task = await ada.get('pipeline/?type=TASK')
    const ids = ({ body }: typeof etl) => body.map(({ id }: { id: string }) => id)
    expect(ids(etl)).toContain(nightly.id)
    expect(ids(task)).not.toContain(nightly.id)
    expect((await ada.get(`pipeline/${nightly.id}/`)).body.pipeline_name).toBe('Renamed')

    expect((await ada.delete(`pipeline/${nightly.id}/`)).status).toBe(204)
    expect((await ada.get(`pipeline/${nightly.id}/`)).status).toBe(404)
  })
})

describe('a run', () => {
  test('[DP-062, DP-063, DP-064, WF-046, WF-106] fills a table that is away at first, once for each file until the history is cleared', async () => {
    for (let n = 1; n <= 3; n++) await put(`note ${n}.txt`, note(n))
    await put('later/naïve 📄.txt', note(4))
    await put('picture.png', 'no picture')
    const { id } = await makePipeline()
    const start = await ada.post('pipeline/execute/', { pipeline_id: id, pipeline_type: 'ETL' })
    expect(start).toMatchObject({
      status: 200,
      body: {
        pipeline: { id, last_run_status: expect.stringMatching(/^(?:RESTARTING|INPROGRESS)$/) },
        execution: { execution_status: 'PENDING', error: null },
      },
    })
    const rerun = await ada.post('pipeline/execute/', { pipeline_id: id })
    expect(rerun.status).toBe(409)
    port.shut()
    const { execution_id: firstId } = start.body.execution
    await untilTriedAgain(ada, firstId)
    await port.open()
    const first = await awaitEnd(firstId)
    expect(first).toMatchObject({ status: 'COMPLETED', total_files: 4, successful_files: 4 })

    const rows = await rowsOf()
    expect(rows.map(({ file_path }) => file_path)).toEqual([
      'in/later/naïve 📄.txt',
      ...[1, 2, 3].map((n) => `in/note ${n}.txt`),
    ])
    expect(rows[1]).toMatchObject({ created_by: 'Recto/DBWriter', execution_id: first.id })
    expect(JSON.parse(String(rows[1]?.data))).toMatchObject({ invoice_number: '1', total: 1.5 })

    const second = await run(id)
    expect(second).toMatchObject({ status: 'COMPLETED', total_files: 0, skipped_files: 4 })
    await put('note 2.txt', note(22))
    expect(await run(id)).toMatchObject({ total_files: 1, skipped_files: 3 })
    expect(await rowsOf()).toHaveLength(5)

    const clearReply = await ada.get(`workflow/${etlFlow}/clear-file-marker/`)
    expect(clearReply).toMatchObject({ status: 200, body: 'File marker cleared successfully.' })
    expect(await run(id)).toMatchObject({ total_files: 4 })
    expect(await rowsOf()).toHaveLength(9)

    const { body: runs } = await ada.get(`pipeline/${id}/executions/?page=1&page_size=10`)
    expect(runs).toMatchObject({ count: 4, next: null })
    expect(runs.results[0]).toMatchObject({ status: 'COMPLETED' })
    expect(runs.results[0].execution_time).toBeTypeOf('number')
    const { body: pipeline } = await ada.get(`pipeline/${id}/`)
    expect(pipeline).toMatchObject({ last_run_status: 'SUCCESS', run_count: 4 })
    expect(pipeline.last_5_run_statuses).toHaveLength(4)
  })

  test('[EX-014, EX-032, EX-033, EX-035] says what it does, by severity and by file', async () => {
    const { body: list } = await ada.get('execution/?execution_entity=ETL&page_size=1')
    const [execution] = list.results
    const logs = async (query: string, base = `execution/${execution.id}/logs/`) =>
      (await ada.get(`${base}?${query}`)).body
    await ada.get(`workflow/${etlFlow}/clear-file-marker/`)

    const all = await logs('page_size=100')
    expect(all.results[0]).toMatchObject({
      execution_id: execution.id,
      data: { type: 'LOG', level: 'INFO', stage: 'SOURCE' },
    })
    expect(all.results[0].data.log).toContain('“Inbox”')
    expect(all.count).toBeGreaterThan(5)
    const older = await logs('page=1&page_size=2', `workflow/execution/${execution.id}/logs/`)
    expect(older).toMatchObject({ count: all.count })
    expect(older.results).toHaveLength(2)

    const own = await logs('file_execution_id=null&page_size=100')
    expect(
      own.results.every((result: { file_execution: null }) => result.file_execution === null),
    ).toBe(true)
    const { body: ofFiles } = await ada.get(`execution/${execution.id}/files/`)
    const one = await logs(`file_execution_id=${ofFiles.results[0].id}`)
    expect(one.count).toBeGreaterThan(1)
    expect(one.count + own.count).toBeLessThan(all.count)
    expect(await logs('log_level=ERROR')).toMatchObject({ count: 0 })
    expect(await logs('log_level=DEBUG')).toMatchObject({ count: all.count })
    const reversedLogs = await logs('ordering=-event_time&page_size=100')
    expect(reversedLogs.results[0].id).toBe(all.results.at(-1).id)
  })

  test('writes files and moves what it has read, and leaves what failed', async () => {
    await rm(join(folder, 'in/picture.png'))
    await put('broken.pdf', '%PDF-1.7 and no more')
    await put('empty.pdf', '%PDF-1.4')
    const nightly = await makePipeline({ workflow: taskFlow, pipeline_type: 'TASK' })
    const first = await run(nightly.id)

    expect(first).toMatchObject({ status: 'COMPLETED', failed_files: 2 })
    expect((await readdir(join(folder, 'out'))).toSorted()).toEqual([
      'later',
      'note 1.json',
      'note 2.json',
      'note 3.json',
    ])
    const writtenText = await readFile(join(folder, 'out/note 1.json'), 'utf8')
    expect(JSON.parse(writtenText)).toMatchObject({ output: { invoice_number: '1' } })
    expect((await readdir(join(folder, 'in'))).toSorted()).toEqual([
      'broken.pdf',
      'empty.pdf',
      'later',
    ])
    expect(await readdir(join(folder, 'done/in'))).toContain('note 1.txt')

    const rerun = await ada.post(`execution/${first.id}/rerun-failed/`)
    expect(rerun).toMatchObject({ status: 200, body: { total_files: 2 } })
    const rerunState = await awaitEnd(rerun.body.execution_id)
    expect(rerunState).toMatchObject({ status: 'ERROR', failed_files: 2 })
    // Two tries of three: the file is tried once more by itself, and then set aside.
    expect(await run(nightly.id)).toMatchObject({ total_files: 2 })
    expect(await run(nightly.id)).toMatchObject({ total_files: 0, skipped_files: 2 })
    const { body: histories } = await ada.get(`workflow/${taskFlow}/file-histories/?status=ERROR`)
    expect(histories).toMatchObject({ count: 2 })
    expect(histories.results[0]).toMatchObject({ execution_count: 3 })
    const { body: clearReply } = await ada.post(`workflow/${taskFlow}/file-histories/clear/`, {
      status: ['ERROR'],
    })
    expect(clearReply).toMatchObject({ deleted_count: 2 })
  })

  test('into a table with other columns fails by name, and is delivered later without being read again', async () => {
    await sql`create table narrow (id text, file_path text, execution_id text)`.execute(
      server.ctx.db,
    )
    const flow = await makeFlow(ada, 'To a narrow table', {
      toolId,
      source: files({ folders: ['done'] }),
      destination: tableOf('narrow'),
    })
    const { id } = await makePipeline({ workflow: flow })
    const failedRun = await run(id)
    expect(failedRun).toMatchObject({ status: 'ERROR' })
    const { body: list } = await ada.get(`execution/${failedRun.id}/files/`)
    expect(list.results[0].status_msg).toContain('has no column “data”')

    await sql`alter table narrow add column data text`.execute(server.ctx.db)
    const rerun = await ada.post(`execution/${failedRun.id}/rerun-failed/`)
    const repairedRun = await awaitEnd(rerun.body.execution_id)
    expect(repairedRun).toMatchObject({ status: 'COMPLETED', failed_files: 0 })
    expect(await rowsOf('narrow')).toHaveLength(repairedRun.successful_files)
  })

  test('of a folder that is gone ends in an error that says so', async () => {
    const flow = await makeFlow(ada, 'From nowhere', {
      toolId,
      source: files({ folders: ['nowhere'] }),
      destination: tableOf('nothing'),
    })
    const failedRun = await run((await makePipeline({ workflow: flow })).id)

    expect(failedRun.status).toBe('ERROR')
    expect(failedRun.error_message).toContain('The source cannot be read.')
  })

  test('[WF-105, EX-021] that is stopped keeps what it has written, and ends as stopped', async () => {
    const initialRowCount = (await rowsOf()).length
    const { id } = await makePipeline()
    await put('stopped.txt', note(55))
    port.shut()
    const { body } = await ada.post('pipeline/execute/', { pipeline_id: id })
    const { execution_id: runId } = body.execution
    await untilTriedAgain(ada, runId)
    expect((await uma.post(`execution/${runId}/stop/`)).status).toBe(403)
    const stoppedReply = await ada.post(`execution/${runId}/stop/`)
    await port.open()

    expect(stoppedReply).toMatchObject({ status: 200, body: { status: 'STOPPED' } })
    expect((await ada.post(`execution/${runId}/stop/`)).status).toBe(409)
    expect((await ada.get(`execution/${runId}/`)).body.status).toBe('STOPPED')
    expect((await rowsOf()).length).toBeGreaterThanOrEqual(initialRowCount)
    expect((await ada.get(`pipeline/${id}/`)).body.last_run_status).toBe('FAILURE')
  })

  test('is started by a key of the pipeline alone', async () => {
    const { id } = await makePipeline()
    const { body: keys } = await ada.get(`api/keys/pipeline/${id}/`)
    const call = (key?: string, pipelineId = id) =>
      server.anonymous.post(`/deployment/pipeline/api/recto/${pipelineId}/`, undefined, {
        headers: { authorization: key && `Bearer ${key}` },
      })

    expect((await call()).status).toBe(403)
    expect((await call('wrong')).status).toBe(401)
    expect((await call(keys[0].api_key, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    const callReply = await call(keys[0].api_key)
    expect(callReply.status).toBe(200)
    await awaitEnd(callReply.body.execution_id)
  })
})

describe('a timetable', () => {
  const toDate = (time: string) => new Date(time)
  const due = (id: string, time: string) =>
    server.ctx.db
      .updateTable('pipeline')
      .set({ next_run_at: toDate(time) })
      .where('id', '=', id)
      .execute()
  const startAt = (time: string) => startDuePipelines(server.ctx, toDate(time))
  const ticksOf = async (id: string) => (await ada.get(`pipeline/${id}/ticks/`)).body
  const nextOf = async (id: string) => (await ada.get(`pipeline/${id}/`)).body.next_run_time

  test('[DP-088] starts a time once, however many schedulers look', async () => {
    const { id } = await makePipeline({ cron_string: '0 3 * * *' })
    await due(id, '2031-05-01T03:00:00Z')
    expect(await startAt('2031-05-01T02:59:59Z')).toBe(0)
    await Promise.all([1, 2, 3].map(() => startAt('2031-05-01T03:00:01Z')))

    const ticks = await ticksOf(id)
    expect(ticks).toMatchObject([{ due_at: '2031-05-01T03:00:00.000000Z', outcome: 'started' }])
    const run = await awaitEnd(ticks[0].execution_id)
    expect(run).toMatchObject({ execution_method: 'SCHEDULED' })
    expect(await nextOf(id)).toBe('2031-05-02T03:00:00.000000Z')
    // A clock that went back starts nothing again.
    expect(await startAt('2031-05-01T03:00:00Z')).toBe(0)
    await ada.delete(`pipeline/${id}/`)
  })

  test('[DP-088] makes up for a night without a scheduler by one run, and skips while one goes on', async () => {
    const { id } = await makePipeline({ cron_string: '0 * * * *' })
    await due(id, '2031-05-01T01:00:00Z')
    await startAt('2031-05-01T06:30:00Z')
    expect(await ticksOf(id)).toMatchObject([{ outcome: 'started', missed: 5 }])
    expect(await nextOf(id)).toBe('2031-05-01T07:00:00.000000Z')

    const [{ execution_id }] = await ticksOf(id)
    await awaitEnd(execution_id)
    await server.ctx.db
      .updateTable('execution')
      .set({ status: 'EXECUTING' })
      .where('id', '=', execution_id)
      .execute()
    await startAt('2031-05-01T07:00:05Z')
    expect(await ticksOf(id)).toMatchObject([{ outcome: 'overlapped' }, { outcome: 'started' }])
    await ada.post(`execution/${execution_id}/stop/`)
    await ada.delete(`pipeline/${id}/`)
  })

  test('is read by the clock of its place when that changes', async () => {
    const { id } = await makePipeline({ cron_string: '30 2 * * *', time_zone: 'Europe/Berlin' })
    // At two the clocks are put on to three: half past two is skipped that night.
    await due(id, '2031-03-29T01:30:00Z')
    await startAt('2031-03-29T01:30:01Z')
    const spring = await nextOf(id)
    expect(['2031-03-30T01:00:00.000000Z', '2031-03-30T01:30:00.000000Z']).toContain(spring)
    // At three they are put back to two: half past two comes twice, and counts once.
    await due(id, '2031-10-26T00:30:00Z')
    await startAt('2031-10-26T00:30:01Z')
    expect(await nextOf(id)).toBe('2031-10-27T01:30:00.000000Z')
    for (const { execution_id } of await ticksOf(id)) if (execution_id) await awaitEnd(execution_id)
    await ada.delete(`pipeline/${id}/`)
  })

  test('of a workflow that cannot run any more leaves a run that says why', async () => {
    const flow = await makeFlow(ada, 'Without a tool', {
      toolId,
      source: files({ folders: ['in'] }),
      destination: tableOf('nothing'),
    })
    const { id } = await makePipeline({ workflow: flow, cron_string: '0 3 * * *' })
    // Makes the row look as if an earlier version had deployed it.
    await server.ctx.db
      .updateTable('workflow')
      .set({ live_version: null })
      .where('id', '=', flow)
      .execute()
    await server.ctx.db.deleteFrom('tool_instance').where('workflow_id', '=', flow).execute()
    await due(id, '2031-05-01T03:00:00Z')
    await startAt('2031-05-01T03:00:01Z')

    expect(await ticksOf(id)).toMatchObject([
      { outcome: 'refused', detail: 'The workflow has no tool yet.' },
    ])
    const { body } = await ada.get(`pipeline/${id}/`)
    expect(body.last_run_status).toBe('FAILURE')
    await ada.delete(`pipeline/${id}/`)
  })
})
