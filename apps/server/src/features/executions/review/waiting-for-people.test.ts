import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
}, 120_000)

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
  const waiting = await load(id)
  expect(waiting).toMatchObject({ status: 'EXECUTING', total_files: 3, successful_files: 1 })
  const { body: files } = await ada.get(`execution/${id}/files/`)
  expect(
    files.results.map((file: ListedFile) => [file.file_name, file.is_in_review, file.status_msg]),
  ).toEqual([
    ['note-7.txt', false, 'Processed'],
    ['note-30.txt', true, 'Waiting for review'],
    ['note-31.txt', true, 'Waiting for review'],
  ])

  await passAnHour(id)
  expect((await load(id)).execution_seconds).toBeCloseTo(waiting.execution_seconds, 1)

  await approveNext()
  await expect
    .poll(() => load(id))
    .toMatchObject({
      is_waiting_for_review: true,
      in_review_files: 1,
      successful_files: 2,
    })
  await approveNext()
  const ended = await untilEnded(ada, id)
  expect(ended).toMatchObject({
    status: 'COMPLETED',
    in_review_files: 0,
    is_waiting_for_review: false,
  })
  expect(ended.execution_seconds).toBeLessThan(600)
  const { body: endedFiles } = await ada.get(`execution/${id}/files/`)
  for (const { execution_seconds } of endedFiles.results)
    expect(execution_seconds).toBeLessThan(600)
})

test('a run that is stopped while it waits for people waits no more', async () => {
  const id = await start([40], 1)
  await passAnHour(id)
  await ada.post(`execution/${id}/stop/`)

  const stopped = await load(id)
  expect(stopped).toMatchObject({
    status: 'STOPPED',
    in_review_files: 0,
    is_waiting_for_review: false,
  })
  expect(stopped.execution_seconds).toBeLessThan(600)
})
