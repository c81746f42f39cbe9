import { type CannedTextService, startCannedTextService } from '@recto/testkit/canned-text-service'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'

const text = { pages: [[{ text: 'ACME Ltd   Invoice 17', baseY: 155, height: 51 }]] }

let first: TestServer
let second: TestServer
let service: CannedTextService
let ada: Studio
let invoice: TestFile
let count = 0

beforeAll(async () => {
  first = await startServer({ worker: true })
  second = await startServer({ beside: first })
  ada = studioOf(first.as('admin'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
})
afterAll(async () => {
  await second?.close()
  await first?.close()
})
beforeEach(async () => {
  service = await startCannedTextService({ text })
})
afterEach(() => service.close())

/** Creates a document with unique content for the service to read. */
async function createDocument() {
  const { body: extractor } = await ada.person.post('adapter/', {
    adapter_id: 'llmwhisperer|a5e6b8af-3e1f-4a80-b006-d017e8e67f93',
    adapter_name: `Service ${++count}`,
    adapter_type: 'X2TEXT',
    adapter_metadata: { url: service.url, unstract_key: 'sesame', adapter_name: `${count}` },
  })
  const content = Buffer.concat([Buffer.from(invoice.content), Buffer.from(`\n% ${count}`)])
  const profile = { x2text: extractor.id, chunk_size: 0 }
  const { tool_id, document_id } = await ada.runnable({ ...invoice, content }, { profile })
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key: 'a', prompt: 'Invoice' })
  const read = (server = first) =>
    server.as('admin').post(`prompt-studio/index-document/${tool_id}`, { document_id })
  return { read, tool_id, document_id, prompt_id }
}

const countRequests = (path: string) =>
  service.requests.filter((one) => one.path === `/api/v2/${path}`).length
const listJobs = () => first.ctx.db.selectFrom('reading_job').selectAll().execute()
const unavailable = { status: 503, message: 'Away.', retryAfterSeconds: 0 }
const repeat = <T>(number: number, turn: T): T[] => Array.from({ length: number }, () => turn)

test('deletes the job of a failed reading, and pays again for a new one', async () => {
  await service.close()
  service = await startCannedTextService({ text, states: ['error', 'error'], failure: 'Torn.' })
  const { read } = await createDocument()

  expect((await read()).body.errors[0].detail).toContain('Torn.')
  expect(await listJobs()).toEqual([])
  await read()
  expect(countRequests('whisper')).toBe(2)
})

test('does not retry a submission beyond the retries of the provider', async () => {
  const { read } = await createDocument()
  service.script(...repeat(20, unavailable))

  expect((await read()).status).toBe(500)
  expect(countRequests('whisper')).toBe(4)
})

test('resumes a reading that broke off on our side without paying again, then deletes its job', async () => {
  const { read } = await createDocument()
  // The service accepts the document, but every status request fails.
  service.script({}, ...repeat(12, unavailable))

  expect((await read()).status).toBe(500)
  expect([countRequests('whisper'), countRequests('whisper-status')]).toEqual([1, 12])
  expect(await listJobs()).toHaveLength(1)

  expect((await read(second)).status).toBe(200)
  expect([countRequests('whisper'), countRequests('whisper-retrieve')]).toEqual([1, 1])
  expect(await listJobs()).toEqual([])
})

test('submits the document again when the service no longer knows the job', async () => {
  const { read } = await createDocument()
  service.script({}, ...repeat(12, unavailable))
  await read()
  await first.ctx.db.updateTable('reading_job').set({ job: 'forgotten' }).execute()

  expect((await read()).status).toBe(200)
  expect(countRequests('whisper')).toBe(2)
})

test('pays once when two processes need the same text at the same time', async () => {
  const { tool_id, document_id, prompt_id: id } = await createDocument()
  const run = (server: TestServer) =>
    server.as('admin').post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })
  const otherPrompt = await ada.prompt(tool_id, { prompt_key: 'b', prompt: 'ACME' })
  const runOther = () =>
    second
      .as('admin')
      .post(`prompt-studio/fetch_response/${tool_id}`, { id: otherPrompt.prompt_id, document_id })

  const answers = await Promise.all([run(first), runOther()])

  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  expect([countRequests('whisper'), countRequests('whisper-retrieve')]).toEqual([1, 1])
})
