import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFlow, makeFolderConnector, untilEnded } from '../../testing/make-pipeline.ts'
import { makeTool } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const note = 'Invoice number 4711\n'

let server: TestServer
let ada: Person
let folder: string
let workflow: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-partial-'))
  server = await startServer({ worker: true, env: { RECTO_CONNECTOR_FOLDERS: folder } })
  ada = server.as('admin')
  const fields = [{ key: 'invoice_number', prompt: 'What is the invoice number?' }]
  const sample = { name: 'note.txt', content: note }
  const { toolId } = await makeTool(ada, { name: 'Notes', fields, sample })
  const connector = await makeFolderConnector(ada, 'Folder', folder)
  const end = { connection_type: 'FILESYSTEM', connector_instance: connector }
  workflow = await makeFlow(ada, 'Notes to files', {
    toolId,
    source: { ...end, configuration: { fileNamePattern: '*.*', processSubDirectories: false } },
    destination: { ...end, configuration: { outputFolder: 'out' } },
  })
})

afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ['with no failed file', [], 'SUCCESS'],
  ['with failed and other files', ['broken.pdf', 'late.txt'], 'PARTIAL_SUCCESS'],
  ['with failed files alone', ['empty.pdf'], 'FAILURE'],
])('a run %s is shown and announced for what it was', async (name, newFiles, status) => {
  await writeFile(join(folder, 'first.txt'), note)
  for (const file of newFiles) await writeFile(join(folder, file), `${note}${file}`)
  const { body: pipeline } = await ada.post('pipeline/', {
    pipeline_name: name.slice(0, 32),
    workflow,
    pipeline_type: 'TASK',
  })
  await ada.post('notifications/', {
    name: 'Ended',
    url: 'https://hooks.example.org/ended',
    notification_type: 'WEBHOOK',
    authorization_type: 'NONE',
    pipeline: pipeline.id,
  })
  const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline.id })
  const id: string = body.execution.execution_id
  await untilEnded(ada, id)

  const { body: shownPipeline } = await ada.get(`pipeline/${pipeline.id}/`)
  expect([shownPipeline.last_run_status, shownPipeline.last_5_run_statuses[0].status]).toEqual([
    status,
    status,
  ])
  const { rows: messages } = await sql<{ status: string }>`
    select payload ->> 'status' as status from notification_delivery
    where execution_id = ${id}`.execute(server.ctx.db)
  expect(messages).toEqual([{ status }])
})
