import type { SessionMessage } from '@recto/contract/server/sockets'
import { brokenPdf, sampleInvoices } from '@recto/testkit/sample-documents'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person, TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { endUnstartedExecutions } from './retention/old-executions.store.ts'

let server: TestServer
let ada: Person
let invoice: TestFile
let workflowId: string

beforeAll(async () => {
  server = await startServer({ worker: true })
  ada = server.as('admin')
  const [sample] = await sampleInvoices()
  invoice = { name: sample?.name ?? '', content: sample?.file ?? '', field: 'files' }
  const fields = [{ key: 'total', prompt: 'What is the total amount?', type: 'number' }]
  const tool = await makeTool(ada, {
    name: 'Invoices',
    fields,
    sample: { ...invoice, field: 'file' },
  })
  workflowId = await makeWorkflow(ada, 'Invoices', tool.toolId)
})

afterAll(() => server?.close())

const createExecution = () => ada.post('workflow/execute/', { workflow_id: workflowId })

const runExecution = (executionId: string, files: readonly TestFile[]) =>
  ada.upload('workflow/execute/', {
    files,
    fields: { workflow_id: workflowId, execution_id: executionId },
  })

describe('running a workflow', () => {
  test('[WF-108] returns 404 for an unknown workflow, and 400 with the reason without endpoints or a tool', async () => {
    const unknownWorkflow = await ada.post('workflow/execute/', {
      workflow_id: '00000000-0000-4000-8000-000000000000',
    })
    const { body: bareWorkflow } = await ada.post('workflow/', { workflow_name: 'Bare' })
    const refusal = await ada.post('workflow/execute/', { workflow_id: bareWorkflow.id })
    const unknownAction = await ada.post('workflow/execute/', {
      workflow_id: workflowId,
      execution_action: 'JUMP',
    })

    expect(unknownWorkflow.status).toBe(404)
    expect(refusal).toMatchObject({ status: 400, body: { type: 'client_error' } })
    expect(refusal.body.errors[0].detail).toContain('source')
    expect(unknownAction.body.errors[0].attr).toBe('execution_action')
  })

  test('ends in an error when no file could be processed, with matching counts', async () => {
    const brokenFile = brokenPdf()
    const files = [
      { name: brokenFile.name, content: brokenFile.file, field: 'files' },
      { name: 'empty.pdf', content: '', field: 'files' },
    ]
    const { body: createReply } = await createExecution()
    const { body: run } = await runExecution(createReply.execution_id, files)
    const { body: execution } = await ada.get(`execution/${createReply.execution_id}/`)
    const { body: failedFiles } = await ada.get(
      `execution/${createReply.execution_id}/files/?status=ERROR`,
    )
    const { body: executionList } = await ada.get('execution/?execution_entity=WF&status=ERROR')

    expect(run).toMatchObject({
      execution_status: 'ERROR',
      error: expect.stringMatching(/^None of/),
    })
    expect(execution).toMatchObject({
      status: 'ERROR',
      error_message: 'None of the files could be processed.',
      total_files: failedFiles.count,
      successful_files: 0,
      failed_files: failedFiles.count,
    })
    expect(failedFiles.count).toBe(2)
    expect(executionList.results.map(({ id }: { id: string }) => id)).toEqual([
      createReply.execution_id,
    ])
  })

  test('[WF-074] is refused without files, and the execution can still be started', async () => {
    const { body: createReply } = await createExecution()
    const refusal = await runExecution(createReply.execution_id, [])
    const run = await runExecution(createReply.execution_id, [invoice])

    expect(refusal.status).toBe(400)
    expect(run).toMatchObject({ status: 200, body: { execution_status: 'COMPLETED' } })
  })

  test('[WF-090] [WF-091] [WF-094] creates an execution with the first call and runs it with the second', async () => {
    const createReply = await createExecution()
    expect(createReply).toMatchObject({
      status: 200,
      body: { status: 'PENDING', execution_status: 'PENDING', result: null, error: null },
    })
    expect(Date.parse(createReply.body.created_at)).toBeGreaterThan(Date.now() - 60_000)

    const run = await runExecution(createReply.body.execution_id, [invoice])
    expect(run.body.result[0]).toMatchObject({ status: 'Success', file: invoice.name })
    expect(run.body.result[0].result.output.total).toBeTypeOf('number')
    expect((await runExecution(createReply.body.execution_id, [invoice])).status).toBe(400)
  })

  test('runs once when the execution is started several times concurrently', async () => {
    const { body: createReply } = await createExecution()
    const runs = await Promise.all(
      [1, 2, 3].map(() => runExecution(createReply.execution_id, [invoice])),
    )
    const { body: files } = await ada.get(`execution/${createReply.execution_id}/files/`)

    expect(runs.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(files.count).toBe(1)
  })

  test('accepts the first call as a form too', async () => {
    const form = new URLSearchParams({ workflow_id: workflowId })
    const createReply = await ada.post('workflow/execute/', form)

    expect(createReply).toMatchObject({ status: 200, body: { execution_status: 'PENDING' } })
  })
})

test('a run that never gets its files is ended after an hour, and no earlier', async () => {
  const { body } = await createExecution()
  const id: string = body.execution_id
  const { id: organizationId } = await server.ctx.db
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', 'recto')
    .executeTakeFirstOrThrow()
  const endAfter = (minutes: number) =>
    endUnstartedExecutions(
      { db: server.ctx.db, organizationId },
      new Date(Date.now() + minutes * 60_000),
    )
  const load = async () => (await ada.get(`execution/${id}/`)).body

  await endAfter(59)
  expect(await load()).toMatchObject({ status: 'PENDING' })
  await endAfter(61)
  expect(await load()).toMatchObject({
    status: 'STOPPED',
    error_message: 'The run never started, because no files were sent within an hour.',
    execution_seconds: 0,
  })
  const lateReply = await runExecution(id, [invoice])
  expect(lateReply.body.errors[0].detail).toBe('The execution has already been started.')
})

describe('a finished execution', () => {
  let executionId: string

  beforeAll(async () => {
    const { body } = await createExecution()
    executionId = body.execution_id
    const { name, file } = brokenPdf()
    await runExecution(executionId, [invoice, { name, content: file, field: 'files' }])
  })

  test('[EX-012] [EX-029] is listed in pages, newest first', async () => {
    const { body } = await ada.get('execution/?execution_entity=WF&page_size=1')
    const pageBeyondEnd = await ada.get('execution/?execution_entity=WF&page=99')

    expect(body.results).toMatchObject([
      { id: executionId, workflow_name: 'Invoices', status: 'COMPLETED', pipeline_name: null },
    ])
    expect(body.count).toBeGreaterThan(1)
    expect(new URL(body.next).searchParams.get('page')).toBe('2')
    expect(pageBeyondEnd.status).toBe(404)
  })

  test('[WF-102] pushes its progress only to the session that started it, also to the card of its step', async () => {
    const brokenFile = brokenPdf()
    const brokenUpload = { name: brokenFile.name, content: brokenFile.file, field: 'files' }
    const { body: createReply } = await createExecution()
    await runExecution(createReply.execution_id, [invoice, brokenUpload])
    const loadLogs = async (person: Person) =>
      (await person.get('logs/')).body.data.filter(
        (entry: { execution_id?: string }) => entry.execution_id === createReply.execution_id,
      )
    await expect.poll(async () => (await loadLogs(ada)).at(-1)?.stage).toBe('FINALIZE')
    const sessionLogs = await loadLogs(ada)
    const { rows } = await sql<{ message: SessionMessage }>`
      select message from session_message where message ->> 'type' = 'UPDATE' order by id desc
    `.execute(server.ctx.db)

    const { body: steps } = await ada.get(`tool_instance/?workflow=${workflowId}`)
    const updates = rows.map(({ message }) => message)
    const [end, ...starts] = updates
      .filter((update) => 'component' in update && update.component === steps[0].id)
      .slice(0, 3)
    expect(end).toMatchObject({ state: 'SUCCESS', message: '1 of 2 files succeeded' })
    expect(starts).toEqual(
      expect.arrayContaining(
        [brokenFile.name, invoice.name].map((name) =>
          expect.objectContaining({ state: 'RUNNING', message: `Reading ${name}` }),
        ),
      ),
    )
    expect(
      updates.find((update) => 'component' in update && update.component === 'STATUS_BAR'),
    ).toMatchObject({ state: 'MESSAGE', message: '' })
    const stages = sessionLogs.map(({ stage }: { stage: string }) => stage)
    expect(new Set(stages)).toEqual(new Set(['INITIALIZE', 'RUN', 'TOOL', 'FINALIZE']))
    expect(sessionLogs.filter(({ level }: { level: string }) => level === 'ERROR')).toEqual([
      expect.objectContaining({ stage: 'TOOL', log: expect.stringContaining(brokenFile.name) }),
    ])
    expect(sessionLogs.at(-1)).toMatchObject({
      type: 'LOG',
      log: '1 of 2 files succeeded',
      organization_id: 'recto',
      file_execution_id: null,
    })
    expect(rows.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ component: 'SOURCE', state: 'RUNNING' }),
        expect.objectContaining({ component: 'DESTINATION', state: 'SUCCESS' }),
        expect.objectContaining({ component: 'WORKFLOW', state: 'END_WORKFLOW' }),
      ]),
    )
    expect(await loadLogs(server.as('user'))).toEqual([])
  })

  test('[EX-020] [EX-030] counts successful and failed files', async () => {
    const { body } = await ada.get(`execution/${executionId}/`)

    expect(body).toMatchObject({ total_files: 2, successful_files: 1, failed_files: 1 })
    expect(body.execution_time).toMatch(/^\d+:\d\d:\d\d$/)
  })

  test('tells how long its files were in each stage, in the order of the stages', async () => {
    const { body } = await ada.get(`execution/${executionId}/`)

    const names = body.stages.map(({ stage }: { stage: string }) => stage)
    expect(names.slice(-3)).toEqual(['read', 'answer', 'check'])
    // The broken file was read in vain, and asked for nothing.
    expect(body.stages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ stage: 'read', files: 2 }),
        expect.objectContaining({ stage: 'check', files: 1 }),
      ]),
    )
    for (const { seconds, max_seconds } of body.stages) {
      expect(max_seconds).toBeGreaterThan(0)
      expect(seconds).toBeGreaterThanOrEqual(max_seconds)
    }
  })

  test('[EX-013] [EX-022] [EX-031] lists its files by status and by name', async () => {
    const { body: failedFiles } = await ada.get(`execution/${executionId}/files/?status=ERROR`)
    const { body: namedFiles } = await ada.get(`execution/${executionId}/files/?file_name=INVOICE`)
    const { body: allFiles } = await ada.get(
      `execution/${executionId}/files/?status=ERROR&status=COMPLETED&ordering=-file_size`,
    )

    expect(failedFiles.results).toHaveLength(1)
    expect(failedFiles.results[0]).toMatchObject({ status: 'ERROR', file_size: expect.any(String) })
    expect(failedFiles.results[0].status_msg).toBe(failedFiles.results[0].execution_error)
    expect(namedFiles.count).toBe(1)
    expect(allFiles.count).toBe(2)
  })

  test('returns the evidence of each value', async () => {
    const { body: files } = await ada.get(`execution/${executionId}/files/?status=COMPLETED`)
    const [file] = files.results
    const { body } = await ada.get(`execution/${executionId}/files/${file.id}/result/`)

    expect(body.metadata.evidence_data.total[0]).toMatchObject({
      page: 0,
      quote: expect.any(String),
    })
  })

  test('[EX-037] is not found when it is unknown or belongs to another organization', async () => {
    const stranger = server.as('admin', { organization: 'elsewhere' })
    const answers = await Promise.all([
      stranger.get(`execution/${executionId}/`),
      stranger.get(`execution/${executionId}/files/`),
      ada.get('execution/00000000-0000-4000-8000-000000000000/'),
    ])

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await stranger.get('execution/')).body.count).toBe(0)
  })
})
