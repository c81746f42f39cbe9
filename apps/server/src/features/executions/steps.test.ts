import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
let fromFolder: string
let fromCallers: string

const note = (n: number) => `Invoice number ${n}\nTotal ${n}.50\n`
const put = (n: number) => writeFile(join(folder, 'in', `note ${n}.txt`), note(n))

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
    sample: { name: 'note.txt', content: note(1) },
  })
  port = await openPort(server.databaseUrl)
  fromCallers = await makeWorkflow(ada, 'By call', toolId)
  fromFolder = await makeFlow(ada, 'To a table', {
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
}, 120_000)

afterAll(async () => {
  await server?.close()
  await port?.close()
  await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  await ada.get(`workflow/${fromFolder}/clear-file-marker/`)
  await ada.get(`workflow/${fromFolder}/clear-cache/`)
  await sql`drop table if exists rows_of_steps`.execute(server.ctx.db)
})

type Fields = Readonly<Record<string, string>>

async function begin(workflowId: string, more: Fields = {}) {
  const { body } = await ada.post('workflow/execute/', { workflow_id: workflowId, ...more })
  return body.execution_id as string
}

const act = (workflowId: string, id: string, action?: string) =>
  ada.post('workflow/execute/', {
    workflow_id: workflowId,
    execution_id: id,
    ...(action && { execution_action: action }),
  })

const look = async (id: string) => (await ada.get(`execution/${id}/`)).body

const stepOf = async (id: string) => (await look(id)).step

async function rowsWritten(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from rows_of_steps`
    .execute(server.ctx.db)
    .catch(() => ({ rows: [{ count: 0 }] }))
  return rows[0]?.count ?? 0
}

describe('an execution by steps', () => {
  test('[WF-092] is refused at the field without its execution, and when it cannot go on from where it stands', async () => {
    const nameless = await ada.post('workflow/execute/', {
      workflow_id: fromFolder,
      execution_action: 'NEXT',
    })
    const unknown = await ada.post('workflow/execute/', {
      workflow_id: fromFolder,
      execution_action: 'BACK',
    })
    const id = await begin(fromFolder)
    const early = await act(fromFolder, id, 'NEXT')

    expect(nameless.body.errors[0]).toMatchObject({ attr: 'execution_id' })
    expect(unknown.body.errors[0]).toMatchObject({ attr: 'execution_action' })
    expect(early).toMatchObject({ status: 400, body: { type: 'client_error' } })
    expect((await act(fromFolder, id, 'CONTINUE')).status).toBe(400)
  })

  test('[WF-088] [WF-092] [WF-093] takes files in, reads them and hands them over, each when it is told to', async () => {
    await put(1)
    await put(2)
    const id = await begin(fromFolder)

    const started = await act(fromFolder, id, 'START')
    expect(started).toMatchObject({ status: 200, body: { execution_status: 'EXECUTING' } })
    expect(await look(id)).toMatchObject({ total_files: 2, successful_files: 0 })
    expect(await stepOf(id)).toEqual({ at: 'SOURCE', is_through: true })

    await act(fromFolder, id, 'NEXT')
    expect(await stepOf(id)).toEqual({ at: 'TOOL', is_through: true })
    const { body: files } = await ada.get(`execution/${id}/files/`)
    const { body: read } = await ada.get(`execution/${id}/files/${files.results[0].id}/result/`)
    expect(read.output).toEqual({ invoice_number: '1' })
    expect(await rowsWritten()).toBe(0)

    const last = await act(fromFolder, id, 'NEXT')
    expect(last.body.execution_status).toBe('COMPLETED')
    expect(await rowsWritten()).toBe(2)
    expect((await act(fromFolder, id, 'NEXT')).status).toBe(400)
    const { body: runs } = await ada.get(`workflow/${fromFolder}/execution/`)
    expect(runs[0]).toMatchObject({ id, execution_type: 'STEP' })
  })

  test('[WF-093] goes to its end by one step, from wherever it stands', async () => {
    await put(1)
    const id = await begin(fromFolder)
    await act(fromFolder, id, 'START')
    await act(fromFolder, id, 'NEXT')
    expect(await stepOf(id)).toEqual({ at: 'TOOL', is_through: true })
    const { body } = await act(fromFolder, id, 'CONTINUE')
    expect(body.execution_status).toBe('COMPLETED')
    expect(await rowsWritten()).toBeGreaterThan(0)
  })

  test('[WF-093] that is stopped hands nothing over, and what was read is not read again', async () => {
    await put(1)
    const id = await begin(fromFolder)
    await act(fromFolder, id, 'START')
    await act(fromFolder, id, 'NEXT')
    const stopped = await act(fromFolder, id, 'STOP')

    expect(stopped.body.execution_status).toBe('STOPPED')
    expect((await act(fromFolder, id, 'NEXT')).status).toBe(400)
    expect(await rowsWritten()).toBe(0)
    const { body: again } = await ada.post(`execution/${id}/rerun-failed/`)
    expect(await untilEnded(ada, again.execution_id)).toMatchObject({ status: 'COMPLETED' })
    expect(await rowsWritten()).toBeGreaterThan(0)
  })

  test('of uploads answers what was read once it is through', async () => {
    const id = await begin(fromCallers)
    const upload = (action: string) =>
      ada.upload('workflow/execute/', {
        files: [{ name: 'note.txt', content: note(7), field: 'files' }],
        fields: { workflow_id: fromCallers, execution_id: id, execution_action: action },
      })
    const started = await upload('START')
    expect(started.body).toMatchObject({ execution_status: 'EXECUTING', result: null })
    expect((await upload('START')).status).toBe(400)
    await act(fromCallers, id, 'NEXT')
    const { body } = await act(fromCallers, id, 'NEXT')

    expect(body).toMatchObject({ execution_status: 'COMPLETED' })
    expect(body.result[0].result.output).toEqual({ invoice_number: '7' })
  })
})

describe('a dry run', () => {
  test('is refused where files come from callers', async () => {
    const refused = await ada.post('workflow/execute/', { workflow_id: fromCallers, dry_run: true })

    expect(refused).toMatchObject({ status: 400, body: { type: 'client_error' } })
  })

  test('reads the first, the middle and the last file as people count, writes nothing and says what all would take', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 10]) await put(n)
    const id = await begin(fromFolder, { dry_run: 'true' })
    await act(fromFolder, id)
    const execution = await untilEnded(ada, id)

    expect(execution).toMatchObject({
      status: 'COMPLETED',
      is_dry_run: true,
      total_files: 3,
      usage: { pages: 3, total_tokens: 0, cost_in_dollars: 0 },
      expected: { files: 7, pages: 7, total_tokens: 0, cost_in_dollars: 0 },
    })
    const { body: files } = await ada.get(`execution/${id}/files/`)
    expect(files.results.map((one: { file_name: string }) => one.file_name)).toEqual(
      [1, 4, 10].map((n) => `note ${n}.txt`),
    )
    expect(await rowsWritten()).toBe(0)
    const whole = await begin(fromFolder)
    await act(fromFolder, whole)
    expect(await untilEnded(ada, whole)).toMatchObject({ total_files: 7, successful_files: 7 })
    expect((await look(whole)).expected).toBeUndefined()
    expect(await rowsWritten()).toBe(7)
  })
})

test('a file whose destination is away holds no place, and is handed over once it is back', async () => {
  await put(1)
  const id = await begin(fromFolder)
  await act(fromFolder, id, 'START')
  await act(fromFolder, id, 'NEXT')
  port.shut()
  const handingOver = act(fromFolder, id, 'CONTINUE')
  await untilTriedAgain(ada, id)
  const waiting = () =>
    server.ctx.db
      .selectFrom('file_execution')
      .select(['worker_id', 'waits'])
      .where('execution_id', '=', id)
      .execute()
  await expect
    .poll(async () =>
      (await waiting()).every(({ worker_id, waits }) => worker_id === null && waits > 0),
    )
    .toBe(true)
  await port.open()
  const { body } = await handingOver

  expect(body.execution_status).toBe('COMPLETED')
  expect(await rowsWritten()).toBeGreaterThan(0)
})
