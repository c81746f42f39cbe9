import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { omitUndefined } from '@recto/omit-undefined'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

let server: TestServer
let ada: Person
let folder: string
let port: OpenPort
let folderWorkflowId: string
let apiWorkflowId: string

const buildNote = (n: number) => `Invoice number ${n}\nTotal ${n}.50\n`
const putNote = (n: number) => writeFile(join(folder, 'in', `note ${n}.txt`), buildNote(n))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-steps-'))
  await mkdir(join(folder, 'in'))
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  ada = server.as('admin')
  const { toolId } = await makeTool(ada, {
    name: 'Notes',
    fields: [{ key: 'invoice_number', prompt: 'What is the invoice number?' }],
    sample: { name: 'note.txt', content: buildNote(1) },
  })
  port = await openPort(server.databaseUrl)
  apiWorkflowId = await makeWorkflow(ada, 'By call', toolId)
  folderWorkflowId = await makeFlow(ada, 'To a table', {
    toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance: await makeFolderConnector(ada, 'Inbox', folder),
      configuration: { folders: ['/in'] },
    },
    destination: {
      connection_type: 'DATABASE',
      connector_instance: await makeTableConnector(ada, 'Books', port.url),
      configuration: { table: 'rows_of_steps' },
    },
  })
})

afterAll(async () => {
  await server?.close()
  await port?.close()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  await ada.get(`workflow/${folderWorkflowId}/clear-file-marker/`)
  await ada.get(`workflow/${folderWorkflowId}/clear-cache/`)
  await sql`drop table if exists rows_of_steps`.execute(server.ctx.db)
})

type Fields = Readonly<Record<string, string>>

async function createExecution(workflowId: string, extraFields: Fields = {}) {
  const { body } = await ada.post('workflow/execute/', { workflow_id: workflowId, ...extraFields })
  return body.execution_id as string
}

const takeStep = (workflowId: string, id: string, action?: string) =>
  ada.post('workflow/execute/', {
    workflow_id: workflowId,
    execution_id: id,
    ...omitUndefined({ execution_action: action || undefined }),
  })

const loadExecution = async (id: string) => (await ada.get(`execution/${id}/`)).body

const loadStep = async (id: string) => (await loadExecution(id)).step

async function countRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from rows_of_steps`
    .execute(server.ctx.db)
    .catch(() => ({ rows: [{ count: 0 }] }))
  return rows[0]?.count ?? 0
}

describe('an execution that runs step by step', () => {
  test('[WF-092] requires the execution id, and refuses a step that is not the next one', async () => {
    const withoutExecution = await ada.post('workflow/execute/', {
      workflow_id: folderWorkflowId,
      execution_action: 'NEXT',
    })
    const unknownAction = await ada.post('workflow/execute/', {
      workflow_id: folderWorkflowId,
      execution_action: 'BACK',
    })
    const id = await createExecution(folderWorkflowId)
    const earlyStep = await takeStep(folderWorkflowId, id, 'NEXT')

    expect(withoutExecution.body.errors[0]).toMatchObject({ attr: 'execution_id' })
    expect(unknownAction.body.errors[0]).toMatchObject({ attr: 'execution_action' })
    expect(earlyStep).toMatchObject({ status: 400, body: { type: 'client_error' } })
    expect((await takeStep(folderWorkflowId, id, 'CONTINUE')).status).toBe(400)
  })

  test('[WF-102] clears the status bar and ends its cards also when it is stopped between two steps', async () => {
    await putNote(1)
    const id = await createExecution(folderWorkflowId)
    await takeStep(folderWorkflowId, id, 'START')
    await takeStep(folderWorkflowId, id, 'NEXT')
    const { body: steps } = await ada.get(`tool_instance/?workflow=${folderWorkflowId}`)
    const lastOf = async (component: string) => {
      const { rows } = await sql<{ message: { state: string; message: string } }>`
        select message from session_message
        where message ->> 'type' = 'UPDATE' and message ->> 'component' = ${component}
        order by id desc limit 1`.execute(server.ctx.db)
      return rows[0]?.message
    }
    await expect
      .poll(() => lastOf('STATUS_BAR'))
      .toMatchObject({ message: 'Reading in/note 1.txt' })
    await takeStep(folderWorkflowId, id, 'STOP')

    await expect.poll(() => lastOf('STATUS_BAR')).toMatchObject({ state: 'MESSAGE', message: '' })
    expect(await lastOf(steps[0].id)).toMatchObject({ state: 'ERROR' })
    expect(await lastOf('WORKFLOW')).toMatchObject({ state: 'END_WORKFLOW' })
  })

  test('[WF-088] [WF-092] [WF-093] adds, reads and delivers files, one step at a time', async () => {
    await putNote(1)
    await putNote(2)
    const id = await createExecution(folderWorkflowId)

    const startReply = await takeStep(folderWorkflowId, id, 'START')
    expect(startReply).toMatchObject({ status: 200, body: { execution_status: 'EXECUTING' } })
    expect(await loadExecution(id)).toMatchObject({ total_files: 2, successful_files: 0 })
    expect(await loadStep(id)).toEqual({ at: 'SOURCE', is_through: true })

    await takeStep(folderWorkflowId, id, 'NEXT')
    expect(await loadStep(id)).toEqual({ at: 'TOOL', is_through: true })
    const { body: files } = await ada.get(`execution/${id}/files/`)
    const { body: fileResult } = await ada.get(
      `execution/${id}/files/${files.results[0].id}/result/`,
    )
    expect(fileResult.output).toEqual({ invoice_number: '1' })
    expect(await countRows()).toBe(0)

    const lastReply = await takeStep(folderWorkflowId, id, 'NEXT')
    expect(lastReply.body.execution_status).toBe('COMPLETED')
    expect(await countRows()).toBe(2)
    expect((await takeStep(folderWorkflowId, id, 'NEXT')).status).toBe(400)
    const { body: runs } = await ada.get(`workflow/${folderWorkflowId}/execution/`)
    expect(runs[0]).toMatchObject({ id, execution_type: 'STEP' })
  })

  test('[WF-093] continues from any step to the end', async () => {
    await putNote(1)
    const id = await createExecution(folderWorkflowId)
    await takeStep(folderWorkflowId, id, 'START')
    await takeStep(folderWorkflowId, id, 'NEXT')
    expect(await loadStep(id)).toEqual({ at: 'TOOL', is_through: true })
    const { body } = await takeStep(folderWorkflowId, id, 'CONTINUE')
    expect(body.execution_status).toBe('COMPLETED')
    expect(await countRows()).toBeGreaterThan(0)
  })

  test('[WF-093] delivers nothing when it is stopped, and a rerun reuses what was read', async () => {
    await putNote(1)
    const id = await createExecution(folderWorkflowId)
    await takeStep(folderWorkflowId, id, 'START')
    await takeStep(folderWorkflowId, id, 'NEXT')
    const stopReply = await takeStep(folderWorkflowId, id, 'STOP')

    expect(stopReply.body.execution_status).toBe('STOPPED')
    expect((await takeStep(folderWorkflowId, id, 'NEXT')).status).toBe(400)
    expect(await countRows()).toBe(0)
    const { body: rerun } = await ada.post(`execution/${id}/rerun-failed/`)
    expect(await untilEnded(ada, rerun.execution_id)).toMatchObject({ status: 'COMPLETED' })
    expect(await countRows()).toBeGreaterThan(0)
  })

  test('returns the results of uploads when the last step is complete', async () => {
    const id = await createExecution(apiWorkflowId)
    const upload = (action: string) =>
      ada.upload('workflow/execute/', {
        files: [{ name: 'note.txt', content: buildNote(7), field: 'files' }],
        fields: { workflow_id: apiWorkflowId, execution_id: id, execution_action: action },
      })
    const startReply = await upload('START')
    expect(startReply.body).toMatchObject({ execution_status: 'EXECUTING', result: null })
    expect((await upload('START')).status).toBe(400)
    await takeStep(apiWorkflowId, id, 'NEXT')
    const { body } = await takeStep(apiWorkflowId, id, 'NEXT')

    expect(body).toMatchObject({ execution_status: 'COMPLETED' })
    expect(body.result[0].result.output).toEqual({ invoice_number: '7' })
  })
})

describe('a dry run', () => {
  test('is refused when the files come from callers', async () => {
    const refusal = await ada.post('workflow/execute/', {
      workflow_id: apiWorkflowId,
      dry_run: true,
    })

    expect(refusal).toMatchObject({ status: 400, body: { type: 'client_error' } })
  })

  test('reads the first, middle and last file in natural order, writes nothing and estimates the total cost', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 10]) await putNote(n)
    const id = await createExecution(folderWorkflowId, { dry_run: 'true' })
    await takeStep(folderWorkflowId, id)
    const execution = await untilEnded(ada, id)

    expect(execution).toMatchObject({
      status: 'COMPLETED',
      is_dry_run: true,
      total_files: 3,
      usage: { pages: 3, total_tokens: 0, cost_in_dollars: 0 },
      expected: { files: 7, pages: 7, total_tokens: 0, cost_in_dollars: 0 },
    })
    const { body: files } = await ada.get(`execution/${id}/files/`)
    expect(files.results.map((file: { file_name: string }) => file.file_name)).toEqual(
      [1, 4, 10].map((n) => `note ${n}.txt`),
    )
    expect(await countRows()).toBe(0)
    const wholeRunId = await createExecution(folderWorkflowId)
    await takeStep(folderWorkflowId, wholeRunId)
    expect(await untilEnded(ada, wholeRunId)).toMatchObject({ total_files: 7, successful_files: 7 })
    expect((await loadExecution(wholeRunId)).expected).toBeUndefined()
    expect(await countRows()).toBe(7)
  })
})

test('a file whose destination is unavailable holds no slot, and is delivered later', async () => {
  await putNote(1)
  const id = await createExecution(folderWorkflowId)
  await takeStep(folderWorkflowId, id, 'START')
  await takeStep(folderWorkflowId, id, 'NEXT')
  port.shut()
  const delivery = takeStep(folderWorkflowId, id, 'CONTINUE')
  await untilTriedAgain(ada, id)
  const loadFiles = () =>
    server.ctx.db
      .selectFrom('file_execution')
      .select(['worker_id', 'waits', 'stage_seconds'])
      .where('execution_id', '=', id)
      .execute()
  // What a failed attempt took belongs to the delivery.
  await expect
    .poll(async () =>
      (await loadFiles()).every(
        ({ worker_id, waits, stage_seconds: seconds }) =>
          worker_id === null && waits > 0 && typeof seconds?.deliver === 'number',
      ),
    )
    .toBe(true)
  await port.open()
  const { body } = await delivery

  expect(body.execution_status).toBe('COMPLETED')
  expect(await countRows()).toBeGreaterThan(0)
})
