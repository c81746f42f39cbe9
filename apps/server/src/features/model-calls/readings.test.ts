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

/** A document that the service is to read; each has a content of its own. */
async function toRead() {
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

const asked = (path: string) =>
  service.requests.filter((one) => one.path === `/api/v2/${path}`).length
const jobs = () => first.ctx.db.selectFrom('reading_job').selectAll().execute()
const away = { status: 503, message: 'Away.', retryAfterSeconds: 0 }
const times = <T>(number: number, turn: T): T[] => Array.from({ length: number }, () => turn)

test('what the service refuses is forgotten, and paid when it is asked for again', async () => {
  await service.close()
  service = await startCannedTextService({ text, states: ['error', 'error'], failure: 'Torn.' })
  const { read } = await toRead()

  expect((await read()).body.errors[0].detail).toContain('Torn.')
  expect(await jobs()).toEqual([])
  await read()
  expect(asked('whisper')).toBe(2)
})

test('a service that takes no document is not asked more often than its reader asks', async () => {
  const { read } = await toRead()
  service.script(...times(20, away))

  expect((await read()).status).toBe(500)
  expect(asked('whisper')).toBe(4)
})

test('a reading that broke off at our side only is asked for, not paid again, and then forgotten', async () => {
  const { read } = await toRead()
  // Taken, and then there is nothing to be learnt of it, however often it is asked for.
  service.script({}, ...times(12, away))

  expect((await read()).status).toBe(500)
  expect([asked('whisper'), asked('whisper-status')]).toEqual([1, 12])
  expect(await jobs()).toHaveLength(1)

  expect((await read(second)).status).toBe(200)
  expect([asked('whisper'), asked('whisper-retrieve')]).toEqual([1, 1])
  expect(await jobs()).toEqual([])
})

test('a service that knows nothing of the job any more is given the document again', async () => {
  const { read } = await toRead()
  service.script({}, ...times(12, away))
  await read()
  await first.ctx.db.updateTable('reading_job').set({ job: 'forgotten' }).execute()

  expect((await read()).status).toBe(200)
  expect(asked('whisper')).toBe(2)
})

test('two processes that need the same text at once pay for it once', async () => {
  const { tool_id, document_id, prompt_id: id } = await toRead()
  const run = (server: TestServer) =>
    server.as('admin').post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })
  const other = await ada.prompt(tool_id, { prompt_key: 'b', prompt: 'ACME' })
  const runOther = () =>
    second
      .as('admin')
      .post(`prompt-studio/fetch_response/${tool_id}`, { id: other.prompt_id, document_id })

  const answers = await Promise.all([run(first), runOther()])

  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  expect([asked('whisper'), asked('whisper-retrieve')]).toEqual([1, 1])
})
