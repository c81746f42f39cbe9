import { ReadError, type ReadErrorCode } from '@recto/document-text/read-error'
import type { Reader } from '@recto/document-text/reader'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let ada: Studio
let failure: Error

const fail = () => Promise.reject(failure)

/** Fails as the processes of the real one do. */
const reader: Reader = {
  read: fail,
  readStored: fail,
  readPages: () => {
    throw failure
  },
  readTableRecords: () => {
    throw failure
  },
  inspect: fail,
  openAttachment: fail,
  readEmbedded: fail,
  toPdf: fail,
  drawPage: fail,
  close: async () => {},
}

beforeAll(async () => {
  server = await startServer({ replace: { reader } })
  ada = studioOf(server.as('admin'))
})
afterAll(() => server.close())

async function uploadDocument() {
  const { tool_id } = await ada.project()
  const { name, file } = (await sampleInvoices())[0]!
  const files = [{ name, content: file }]
  const { body } = await ada.person.upload(`prompt-studio/file/${tool_id}`, { files })
  return { tool_id, document_id: body.data[0].document_id }
}

const sentences: readonly (readonly [ReadErrorCode, string])[] = [
  ['reader-crashed', '“a.pdf” cannot be read: it is damaged or needs more than 512 MB of memory.'],
  ['timed-out', '“a.pdf” took longer than 60 s to read.'],
  ['too-large', 'A page exceeds the limit of 1,000,000 characters.'],
  ['broken-file', '“a.pdf” is damaged: none of its pages can be read.'],
]

test.each(sentences)(
  'a document that makes the reader fail (%s) is refused with its sentence',
  async (code, sentence) => {
    const { tool_id, document_id } = await uploadDocument()
    failure = new ReadError(code, sentence)

    for (const view of ['pages/?', 'page/?page=0&']) {
      const path = `prompt-studio/file/${tool_id}/${view}document_id=${document_id}`
      const { status, body } = await ada.person.get(path)
      expect(status).toBe(400)
      expect(body).toEqual({
        type: 'client_error',
        errors: [{ code: 'error', detail: sentence, attr: null }],
      })
    }
  },
)

test('a reader that was stopped is a failure of the server, which another try may not meet', async () => {
  const { tool_id, document_id } = await uploadDocument()
  failure = new ReadError(
    'interrupted',
    '“a.pdf” was not read, because the reader was stopped. Try again.',
  )

  const { status, body } = await ada.person.get(
    `prompt-studio/file/${tool_id}/pages/?document_id=${document_id}`,
  )

  expect(status).toBe(500)
  expect(body.errors[0].detail).toBe(failure.message)
})
