import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFlow, makeFolderConnector, untilEnded } from '../../testing/make-pipeline.ts'
import { makeTool } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let ada: Person
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-names-'))
  server = await startServer({ worker: true, env: { RECTO_CONNECTOR_FOLDERS: folder } })
  ada = server.as('admin')
}, 120_000)

afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

test('files of one name are told apart by their paths, in the logs and in their results', async () => {
  const paths = ['in/april/note.txt', 'in/may/note.txt']
  for (const [index, path] of paths.entries()) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), `Invoice number ${index}\n`)
  }
  const fields = [{ key: 'invoice_number', prompt: 'What is the invoice number?' }]
  const sample = { name: 'note.txt', content: 'Invoice number 1' }
  const { toolId } = await makeTool(ada, { name: 'Notes', fields, sample })
  const connector_instance = await makeFolderConnector(ada, 'Inbox', folder)
  const workflow = await makeFlow(ada, 'By month', {
    toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance,
      configuration: { folders: ['in'] },
    },
    destination: { connection_type: 'FILESYSTEM', connector_instance },
  })
  const { body: pipeline } = await ada.post('pipeline/', {
    pipeline_name: 'By month',
    workflow,
    pipeline_type: 'TASK',
  })
  const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline.id })
  const { id } = await untilEnded(ada, body.execution.execution_id)

  const { body: files } = await ada.get(`execution/${id}/files/`)
  const results = await Promise.all(
    files.results.map((file: { id: string }) =>
      ada.get(`execution/${id}/files/${file.id}/result/`),
    ),
  )
  expect(results.map((reply) => reply.body.file_name)).toEqual(['note.txt', 'note.txt'])
  expect(results.map((reply) => reply.body.file_path).toSorted()).toEqual(paths)
  const { body: logs } = await ada.get(`execution/${id}/logs/?page_size=100`)
  const texts = logs.results.map((log: { data: { log: string } }) => log.data.log)
  for (const path of paths) {
    expect(texts).toContain(`Processing “${path}”.`)
    expect(texts).toContainEqual(expect.stringMatching(`^Processed “${path}” in`))
  }
})
