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
})

afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

const paths = ['in/april/note.txt', 'in/may/note.txt']

/** Makes a pipeline that reads both files, and returns its id with that of its workflow. */
async function makePipeline(name: string) {
  for (const [index, path] of paths.entries()) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), `Invoice number ${index}\n`)
  }
  const fields = [{ key: 'invoice_number', prompt: 'What is the invoice number?' }]
  const sample = { name: 'note.txt', content: 'Invoice number 1' }
  const { toolId } = await makeTool(ada, { name, fields, sample })
  const connector_instance = await makeFolderConnector(ada, name, folder)
  const workflow = await makeFlow(ada, name, {
    toolId,
    source: {
      connection_type: 'FILESYSTEM',
      connector_instance,
      configuration: { folders: ['in'] },
    },
    destination: { connection_type: 'FILESYSTEM', connector_instance },
  })
  const { body } = await ada.post('pipeline/', {
    pipeline_name: name,
    workflow,
    pipeline_type: 'TASK',
  })
  return { workflow, pipelineId: body.id as string }
}

async function start(pipelineId: string): Promise<string> {
  const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipelineId })
  return body.execution.execution_id
}

test('files of one name are told apart by their paths, in the logs and in their results', async () => {
  const { pipelineId } = await makePipeline('By month')
  const { id } = await untilEnded(ada, await start(pipelineId))

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

test('approved values of files of one name are exported with their paths', async () => {
  const { workflow, pipelineId } = await makePipeline('Reviewed by month')
  await ada.post('manual_review/db_rules/', { workflow, percentage: 100 })
  await ada.post('manual_review/settings/', { workflow, sync_with: 'Queue' })
  const id = await start(pipelineId)
  const load = async () => (await ada.get(`execution/${id}/`)).body
  await expect.poll(load).toMatchObject({ is_waiting_for_review: true, in_review_files: 2 })
  const sue = server.as('supervisor')
  for (const _ of paths) {
    for (const [type, end] of [
      ['review', 'finish_review'],
      ['approve', 'approve'],
    ] as const) {
      await sue.get(`manual_review/next/?class_name=${workflow}&type=${type}`)
      const { status } = await sue.post(`manual_review/${end}/`, { class_name: workflow })
      expect(status).toBe(200)
    }
  }

  const download = async (format: string) =>
    sue.get(`manual_review/approved_queue_download/?class_name=${workflow}&format=${format}`)
  const [header, ...lines] = String((await download('csv')).body)
    .trim()
    .split('\r\n')
  expect(header).toBe('file,file_path,invoice_number')
  expect(lines.toSorted()).toEqual(paths.map((path, index) => `note.txt,${path},${index}`))
  const { body: rows } = await download('json')
  expect(rows.map((row: { file_path: string }) => row.file_path).toSorted()).toEqual(paths)
})

test('requests with the same idempotency key start one run', async () => {
  const { pipelineId } = await makePipeline('Nightly')
  const { body: keys } = await ada.get(`api/keys/pipeline/${pipelineId}/`)
  const call = (key: string) =>
    server.anonymous.post(`/deployment/pipeline/api/recto/${pipelineId}/`, undefined, {
      headers: { authorization: `Bearer ${keys[0].api_key}`, 'idempotency-key': key },
    })
  const execute = (key: string, body = {}) =>
    ada.post(
      'pipeline/execute/',
      { pipeline_id: pipelineId, ...body },
      { headers: { 'idempotency-key': key } },
    )

  const replies = await Promise.all([call('night 1'), call('night 1'), call('night 1')])
  const [runId, ...otherIds] = new Set<string>(replies.map(({ body }) => body.execution_id))
  await untilEnded(ada, runId ?? '')
  const lateReply = await execute('night 1')
  const otherReply = await execute('night 1', { use_earlier_results: false })
  const oddReply = await execute('')
  const nextReply = await call('night 2')
  await untilEnded(ada, nextReply.body.execution_id)

  expect(otherIds).toEqual([])
  expect(lateReply.body.execution.execution_id).toBe(runId)
  expect([otherReply.status, oddReply.status]).toEqual([409, 400])
  expect(nextReply.body.execution_id).not.toBe(runId)
  expect((await ada.get(`pipeline/${pipelineId}/`)).body.run_count).toBe(2)
})
