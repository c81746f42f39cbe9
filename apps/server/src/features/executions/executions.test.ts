import type { SessionMessage } from '@recto/contract/sockets'
import { brokenPdf, sampleInvoices } from '@recto/testkit/sample-documents'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person, TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

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

const first = () => ada.post('workflow/execute/', { workflow_id: workflowId })

const second = (executionId: string, files: readonly TestFile[]) =>
  ada.upload('workflow/execute/', {
    files,
    fields: { workflow_id: workflowId, execution_id: executionId },
  })

describe('a workflow that is run', () => {
  test('[WF-108] is 404 when it is unknown, and refused with the reason when it has no ends or tool', async () => {
    const unknown = await ada.post('workflow/execute/', {
      workflow_id: '00000000-0000-4000-8000-000000000000',
    })
    const { body: bare } = await ada.post('workflow/', { workflow_name: 'Bare' })
    const refused = await ada.post('workflow/execute/', { workflow_id: bare.id })
    const action = await ada.post('workflow/execute/', {
      workflow_id: workflowId,
      execution_action: 'JUMP',
    })

    expect(unknown.status).toBe(404)
    expect(refused).toMatchObject({ status: 400, body: { type: 'client_error' } })
    expect(refused.body.errors[0].detail).toContain('source')
    expect(action.body.errors[0].attr).toBe('execution_action')
  })

  test('ends in an error when none of its files could be processed, and its counts agree', async () => {
    const broken = brokenPdf()
    const files = [
      { name: broken.name, content: broken.file, field: 'files' },
      { name: 'empty.pdf', content: '', field: 'files' },
    ]
    const { body: begun } = await first()
    const { body: run } = await second(begun.execution_id, files)
    const { body: execution } = await ada.get(`execution/${begun.execution_id}/`)
    const { body: failed } = await ada.get(`execution/${begun.execution_id}/files/?status=ERROR`)
    const { body: listed } = await ada.get('execution/?execution_entity=WF&status=ERROR')

    expect(run).toMatchObject({
      execution_status: 'ERROR',
      error: expect.stringMatching(/^None of/),
    })
    expect(execution).toMatchObject({
      status: 'ERROR',
      error_message: 'None of the files could be processed.',
      total_files: failed.count,
      successful_files: 0,
      failed_files: failed.count,
    })
    expect(failed.count).toBe(2)
    expect(listed.results.map(({ id }: { id: string }) => id)).toEqual([begun.execution_id])
  })

  test('[WF-074] is refused without files, and its execution can still be started', async () => {
    const { body: begun } = await first()
    const refused = await second(begun.execution_id, [])
    const run = await second(begun.execution_id, [invoice])

    expect(refused.status).toBe(400)
    expect(run).toMatchObject({ status: 200, body: { execution_status: 'COMPLETED' } })
  })

  test('[WF-090] [WF-091] [WF-094] gets an execution by the first call, which the second runs', async () => {
    const begun = await first()
    expect(begun).toMatchObject({
      status: 200,
      body: { status: 'PENDING', execution_status: 'PENDING', result: null, error: null },
    })
    expect(Date.parse(begun.body.created_at)).toBeGreaterThan(Date.now() - 60_000)

    const run = await second(begun.body.execution_id, [invoice])
    expect(run.body.result[0]).toMatchObject({ status: 'Success', file: invoice.name })
    expect(run.body.result[0].result.output.total).toBeTypeOf('number')
    expect((await second(begun.body.execution_id, [invoice])).status).toBe(400)
  })

  test('runs once when its execution is started several times at once', async () => {
    const { body: begun } = await first()
    const runs = await Promise.all([1, 2, 3].map(() => second(begun.execution_id, [invoice])))
    const { body: files } = await ada.get(`execution/${begun.execution_id}/files/`)

    expect(runs.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(files.count).toBe(1)
  })

  test('takes the first call as a form too', async () => {
    const form = new URLSearchParams({ workflow_id: workflowId })
    const begun = await ada.post('workflow/execute/', form)

    expect(begun).toMatchObject({ status: 200, body: { execution_status: 'PENDING' } })
  })
})

describe('what has run', () => {
  let executionId: string

  beforeAll(async () => {
    const { body } = await first()
    executionId = body.execution_id
    const { name, file } = brokenPdf()
    await second(executionId, [invoice, { name, content: file, field: 'files' }])
  })

  test('[EX-012] [EX-029] is listed, the newest first, a page at a time', async () => {
    const { body } = await ada.get('execution/?execution_entity=WF&page_size=1')
    const beyond = await ada.get('execution/?execution_entity=WF&page=99')

    expect(body.results).toMatchObject([
      { id: executionId, workflow_name: 'Invoices', status: 'COMPLETED', pipeline_name: null },
    ])
    expect(body.count).toBeGreaterThan(1)
    expect(new URL(body.next).searchParams.get('page')).toBe('2')
    expect(beyond.status).toBe(404)
  })

  test('is told to the session that began it, file by file, and to no other', async () => {
    const broken = brokenPdf()
    const bad = { name: broken.name, content: broken.file, field: 'files' }
    const { body: begun } = await first()
    await second(begun.execution_id, [invoice, bad])
    const logs = async (person: Person) =>
      (await person.get('logs/')).body.data.filter(
        (entry: { execution_id?: string }) => entry.execution_id === begun.execution_id,
      )
    await expect.poll(async () => (await logs(ada)).at(-1)?.stage).toBe('FINALIZE')
    const told = await logs(ada)
    const { rows } = await sql<{ message: SessionMessage }>`
      select message from session_message where message ->> 'type' = 'UPDATE' order by id desc
    `.execute(server.ctx.db)

    const stages = told.map(({ stage }: { stage: string }) => stage)
    expect(new Set(stages)).toEqual(new Set(['INITIALIZE', 'RUN', 'TOOL', 'FINALIZE']))
    expect(told.filter(({ level }: { level: string }) => level === 'ERROR')).toEqual([
      expect.objectContaining({ stage: 'TOOL', log: expect.stringContaining(broken.name) }),
    ])
    expect(told.at(-1)).toMatchObject({
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
    expect(await logs(server.as('user'))).toEqual([])
  })

  test('[EX-020] [EX-030] counts the files that went well and those that did not', async () => {
    const { body } = await ada.get(`execution/${executionId}/`)

    expect(body).toMatchObject({ total_files: 2, successful_files: 1, failed_files: 1 })
    expect(body.execution_time).toMatch(/^\d+:\d\d:\d\d$/)
  })

  test('[EX-013] [EX-022] [EX-031] lists its files by status and by name', async () => {
    const { body: failed } = await ada.get(`execution/${executionId}/files/?status=ERROR`)
    const { body: named } = await ada.get(`execution/${executionId}/files/?file_name=INVOICE`)
    const { body: both } = await ada.get(
      `execution/${executionId}/files/?status=ERROR&status=COMPLETED&ordering=-file_size`,
    )

    expect(failed.results).toHaveLength(1)
    expect(failed.results[0]).toMatchObject({ status: 'ERROR', file_size: expect.any(String) })
    expect(failed.results[0].status_msg).toBe(failed.results[0].execution_error)
    expect(named.count).toBe(1)
    expect(both.count).toBe(2)
  })

  test('shows each value with where it was read', async () => {
    const { body: files } = await ada.get(`execution/${executionId}/files/?status=COMPLETED`)
    const [file] = files.results
    const { body } = await ada.get(`execution/${executionId}/files/${file.id}/result/`)

    expect(body.metadata.evidence_data.total[0]).toMatchObject({
      page: 0,
      quote: expect.any(String),
    })
  })

  test('[EX-037] of another organization, or unknown, is not found', async () => {
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
