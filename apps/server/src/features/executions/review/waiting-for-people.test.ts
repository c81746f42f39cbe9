import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StageTime } from '@recto/contract/executions/executions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFlow, makeFolderConnector, untilEnded } from '../../../testing/make-pipeline.ts'
import { makeTool } from '../../../testing/make-tool.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'

const note = (n: number) => `Invoice number ${n}\nTotal ${n}.50\n`
const fields = [
  { key: 'invoice_number', prompt: 'What is the invoice number?' },
  { key: 'total', prompt: 'What is the total?', type: 'number' },
]
/** Matches documents with the number 20 or more. */
const expensive = {
  combinator: 'and',
  rules: [{ field: 'value:total', operator: 'greater', value: '20' }],
}

let server: TestServer
let ada: Person
let folder: string
let workflow: string
let pipeline: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-waiting-'))
  server = await startServer({ worker: true, env: { RECTO_CONNECTOR_FOLDERS: folder } })
  ada = server.as('admin')
  const sample = { name: 'note.txt', content: note(1) }
  const { toolId } = await makeTool(ada, { name: 'Notes', fields, sample })
  const connector = await makeFolderConnector(ada, 'Folder', folder)
  const end = { connection_type: 'FILESYSTEM', connector_instance: connector }
  workflow = await makeFlow(ada, 'Reviewed notes', {
    toolId,
    source: { ...end, configuration: { fileNamePattern: '*.txt', processSubDirectories: false } },
    destination: { ...end, configuration: { outputFolder: 'out' } },
  })
  await ada.post('manual_review/db_rules/', { workflow, rule_json: expensive })
  await ada.post('manual_review/settings/', { workflow, sync_with: 'DB' })
  const { body } = await ada.post('pipeline/', {
    pipeline_name: 'Reviewed',
    workflow,
    pipeline_type: 'TASK',
  })
  pipeline = body.id
})

afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

type ListedFile = {
  readonly file_name: string
  readonly is_in_review: boolean
  readonly status_msg: string
}

const load = async (id: string) => (await ada.get(`execution/${id}/`)).body

async function start(numbers: readonly number[], caughtCount: number): Promise<string> {
  for (const n of numbers) await writeFile(join(folder, `note-${n}.txt`), note(n))
  const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline })
  const id: string = body.execution.execution_id
  await expect
    .poll(() => load(id))
    .toMatchObject({
      is_waiting_for_review: true,
      in_review_files: caughtCount,
    })
  return id
}

/** Lets an hour pass for what waits of an execution. */
async function passAnHour(id: string) {
  const { db } = server.ctx
  for (const [table, column] of [
    ['execution', 'id'],
    ['file_execution', 'execution_id'],
  ] as const) {
    await sql`
      update ${sql.table(table)} set started_at = started_at - interval '1 hour',
        paused_at = paused_at - interval '1 hour'
      where ${sql.ref(column)} = ${id} and paused_at is not null`.execute(db)
  }
}

/** Lets the file without a review take longer than the other ones without their reviews. */
async function listByDuration(id: string): Promise<string[]> {
  await sql`
    update file_execution set started_at = finished_at - interval '5 minutes'
    where execution_id = ${id} and not is_in_review`.execute(server.ctx.db)
  const { body } = await ada.get(`execution/${id}/files/?ordering=execution_time`)
  const names = body.results.map(({ file_name }: ListedFile) => file_name)
  return [...names.slice(0, 2).sort(), ...names.slice(2)]
}

async function approveNext() {
  const people = { review: server.as('reviewer'), approve: server.as('supervisor') }
  await people.review.get(`manual_review/next/?class_name=${workflow}&type=review`)
  await people.review.post('manual_review/finish_review/', { class_name: workflow })
  await people.approve.get(`manual_review/next/?class_name=${workflow}&type=approve`)
  const { status } = await people.approve.post('manual_review/approve/', { class_name: workflow })
  expect(status).toBe(200)
}

test('a run that waits for people says so, and its clock stands still until they are done', async () => {
  const id = await start([7, 30, 31], 2)
  const waitingRun = await load(id)
  expect(waitingRun).toMatchObject({ status: 'EXECUTING', total_files: 3, successful_files: 1 })
  const { body: files } = await ada.get(`execution/${id}/files/`)
  expect(
    files.results.map((file: ListedFile) => [file.file_name, file.is_in_review, file.status_msg]),
  ).toEqual([
    ['note-7.txt', false, 'Processed'],
    ['note-30.txt', true, 'Waiting for review'],
    ['note-31.txt', true, 'Waiting for review'],
  ])

  const { body: shownPipeline } = await ada.get(`pipeline/${pipeline}/`)
  expect(shownPipeline).toMatchObject({
    last_run_status: 'INPROGRESS',
    last_5_run_statuses: [{ in_review_files: 2, is_waiting_for_review: true }],
  })

  await passAnHour(id)
  expect((await load(id)).execution_seconds).toBeCloseTo(waitingRun.execution_seconds, 1)
  expect(await listByDuration(id)).toEqual(['note-30.txt', 'note-31.txt', 'note-7.txt'])

  await approveNext()
  await expect
    .poll(() => load(id))
    .toMatchObject({
      is_waiting_for_review: true,
      in_review_files: 1,
      successful_files: 2,
    })
  await approveNext()
  const endedRun = await untilEnded(ada, id)
  expect(endedRun).toMatchObject({
    status: 'COMPLETED',
    in_review_files: 0,
    is_waiting_for_review: false,
  })
  expect(endedRun.execution_seconds).toBeLessThan(600)
  const stages: readonly StageTime[] = endedRun.stages
  const filesByStage = new Map(stages.map(({ stage, files }) => [stage, files]))
  // What was measured before the review is kept until the file is delivered by another run.
  expect(filesByStage.get('answer')).toBe(3)
  expect(filesByStage.get('deliver')).toBe(3)
  expect(filesByStage.get('review')).toBe(2)
  expect(stages.find(({ stage }) => stage === 'review')?.seconds).toBeGreaterThan(2 * 3600)
  const { body: endedFiles } = await ada.get(`execution/${id}/files/`)
  for (const { execution_seconds } of endedFiles.results)
    expect(execution_seconds).toBeLessThan(600)
})

test('the call that runs a workflow is answered when only people are left to wait for', async () => {
  await writeFile(join(folder, 'note-41.txt'), note(41))
  const { body } = await ada.post('workflow/execute/', { workflow_id: workflow })
  const { execution_id } = body
  const { body: answer } = await ada.post('workflow/execute/', {
    workflow_id: workflow,
    execution_id,
  })

  expect(answer).toMatchObject({ execution_status: 'EXECUTING' })
  expect(await load(execution_id)).toMatchObject({ is_waiting_for_review: true })
  await ada.post(`execution/${execution_id}/stop/`)
  await rm(join(folder, 'note-41.txt'))
})

test('a run that is stopped while it waits for people waits no more', async () => {
  const id = await start([40], 1)
  await passAnHour(id)
  await ada.post(`execution/${id}/stop/`)

  const stoppedRun = await load(id)
  expect(stoppedRun).toMatchObject({
    status: 'STOPPED',
    in_review_files: 0,
    is_waiting_for_review: false,
  })
  expect(stoppedRun.execution_seconds).toBeLessThan(600)
})

test('a run is stopped with all files that wait for people at once, not one by one', async () => {
  const { db } = server.ctx
  // The run before was stopped, so this one would read its file, too.
  await rm(join(folder, 'note-40.txt'), { force: true })
  const numbers = Array.from({ length: 20 }, (_, index) => 50 + index)
  const id = await start(numbers, numbers.length)
  await sql`
    create sequence updates_of_execution;
    create function count_update() returns trigger language plpgsql as $$
    begin
      perform nextval('updates_of_execution');
      return new;
    end $$;
    create trigger counts_updates before update on execution for each row
      execute function count_update();
  `.execute(db)

  await ada.post(`execution/${id}/stop/`)

  expect(await load(id)).toMatchObject({ status: 'STOPPED', in_review_files: 0 })
  const { rows } = await sql<{ count: number }>`
    select last_value::int as count from updates_of_execution`.execute(db)
  expect(rows[0]?.count).toBe(1)
})
