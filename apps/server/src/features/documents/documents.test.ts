import { createHash } from 'node:crypto'
import type { DocumentText, Page } from '@recto/document-text/model'
import type { DrawOptions, Reader } from '@recto/document-text/reader'
import { parseStoredDocumentText } from '@recto/document-text/stored-text'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Tenant } from '../../platform/db/database.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import {
  deleteDocument,
  drawDocumentPage,
  findDocumentText,
  inspectStoredDocument,
  readDocumentBytes,
  readDocumentText,
  storeBytes,
  storeDocuments,
} from './documents.port.ts'
import { deleteUnusedFiles, writeDocuments } from './write-documents.ts'

let server: TestServer
let home: Tenant
let rival: Tenant

beforeAll(async () => {
  server = await startServer()
  await server.as('admin', { organization: 'rival', name: 'mallory' }).get('users/profile/')
  const { db } = server.ctx
  const organizations = await db.selectFrom('organization').select(['id', 'slug']).execute()
  const tenantOf = (slug: string): Tenant => ({
    db,
    organizationId: organizations.find((organization) => organization.slug === slug)!.id,
  })
  home = tenantOf('recto')
  rival = tenantOf('rival')
})
afterAll(() => server.close())

const pdf = (content: string) => ({
  bytes: new TextEncoder().encode(content),
  mimeType: 'application/pdf',
})
const receive = (content: string) => {
  const { bytes, mimeType } = pdf(content)
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { hash, size: bytes.length, mimeType, content: { bytes } }
}

/** Lists all stored files of a content. */
async function listFiles(hash: string): Promise<string[]> {
  const files = await server.ctx.files.list(`documents/${home.organizationId}`)
  return files.map(({ path }) => path).filter((path) => path.includes(hash))
}

const text: DocumentText = {
  formatVersion: 2,
  pages: [
    {
      number: 0,
      width: 612,
      height: 792,
      rotation: 0,
      words: [{ text: 'Hi', box: [1.004, 2, 3, 4], confidence: 1, origin: 'native' }],
      lines: [{ box: [1.004, 2, 3, 4], start: 0, end: 1 }],
    },
  ],
}

test('an organization cannot read documents of another one', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('mine'))

  await expect(readDocumentBytes(server.ctx, rival, hash)).rejects.toThrow()
  await deleteDocument(server.ctx, rival, hash)
  expect(await readDocumentBytes(server.ctx, home, hash)).toEqual(Buffer.from('mine'))
})

test('stores the same content once, even in concurrent requests', async () => {
  const storedDocuments = await Promise.all(
    Array.from({ length: 8 }, () => storeBytes(server.ctx, home, pdf('often'))),
  )

  const hash = createHash('sha256').update('often').digest('hex')
  expect(new Set(storedDocuments.map((document) => document.hash))).toEqual(new Set([hash]))
  const files = await listFiles(hash)
  expect(files).toHaveLength(1)
  expect(await server.ctx.files.list('uploads')).toEqual([])
})

test('stores all documents of concurrent requests that contain them in different orders', async () => {
  const names = Array.from({ length: 6 }, (_, i) => `shared ${i}`)
  const requests = Array.from({ length: 8 }, (_, i) => {
    const rotatedNames = [...names.slice(i % 6), ...names.slice(0, i % 6)]
    return rotatedNames.map(receive)
  })

  await Promise.all(requests.map((files) => storeDocuments(server.ctx, home, files)))

  for (const { hash } of requests[0]!) {
    expect(names).toContain(String(Buffer.from(await readDocumentBytes(server.ctx, home, hash))))
  }
})

test('leaves no file of a document whose row could not be written', async () => {
  const document = receive('refused')
  const storePromise = storeDocuments(server.ctx, home, [document], async () => {
    throw new Error('not wanted')
  })

  await expect(storePromise).rejects.toThrow('not wanted')
  expect(await listFiles(document.hash)).toEqual([])
  await expect(readDocumentBytes(server.ctx, home, document.hash)).rejects.toThrow('no such')
})

test('stores no document when one of them cannot be written', async () => {
  const writable = receive('writable')
  const unwritable = receive('not writable')
  const documents = [writable, { ...unwritable, content: { path: 'uploads/never-came' } }]

  await expect(writeDocuments(server.ctx, home, documents)).rejects.toThrow('ENOENT')
  expect(await listFiles(writable.hash)).toEqual([])
})

test('writes bytes before their row, and deletes only unused files', async () => {
  const document = receive('kept before')
  const [writtenDocument] = await writeDocuments(server.ctx, home, [document, document])
  expect(await listFiles(document.hash)).toEqual([writtenDocument!.path])

  const storedRows = await storeDocuments(server.ctx, home, [document], async (_, rows) => rows)
  await deleteUnusedFiles(server.ctx, [writtenDocument!.path])
  const [row] = await storeDocuments(server.ctx, home, [document], async (_, rows) => rows)
  expect(storedRows).toEqual([expect.objectContaining({ path: row?.path })])
  expect(await listFiles(document.hash)).toHaveLength(1)
  expect(await readDocumentBytes(server.ctx, home, document.hash)).toEqual(
    Buffer.from('kept before'),
  )
})

test('a document that is deleted and stored concurrently is available after each storing', async () => {
  const { hash } = receive('coming and going')
  for (let i = 0; i < 10; i++) {
    await Promise.all([
      storeBytes(server.ctx, home, pdf('coming and going')),
      deleteDocument(server.ctx, home, hash),
    ])
    await storeBytes(server.ctx, home, pdf('coming and going'))
    expect(String(Buffer.from(await readDocumentBytes(server.ctx, home, hash)))).toBe(
      'coming and going',
    )
    expect(await listFiles(hash)).toHaveLength(1)
  }
})

/** Creates a document as earlier versions stored it, with a text that was read of it. */
async function createOldDocument(content: string, extractorKey: string): Promise<string> {
  const { hash } = await storeBytes(server.ctx, home, pdf(content))
  const read = async () => text
  await readDocumentText(server.ctx, home, { hash, extractorKey, read })
  const folder = `documents/${home.organizationId}/${hash}`
  for (const path of await listFiles(hash)) {
    const isText = path.includes('/texts/')
    await server.ctx.files.move(
      path,
      isText ? path.replace(/.*\/texts/, `${folder}/texts`) : `${folder}/original`,
    )
  }
  await server.ctx.db
    .updateTable('stored_document')
    .set({ path: null } as never)
    .where('hash', '=', hash)
    .execute()
  return hash
}

test('a document of an earlier version is read from its old path, deleted with its texts, and stored again', async () => {
  const hash = await createOldDocument('of yesterday', 'paid')
  const read = vi.fn(async () => text)

  expect(String(Buffer.from(await readDocumentBytes(server.ctx, home, hash)))).toBe('of yesterday')
  await readDocumentText(server.ctx, home, { hash, extractorKey: 'paid', read })
  expect(read).not.toHaveBeenCalled()
  await readDocumentText(server.ctx, home, { hash, extractorKey: 'other', read })
  expect(await listFiles(hash)).toHaveLength(3)
  await storeBytes(server.ctx, home, pdf('of yesterday'))
  expect(await listFiles(hash)).toHaveLength(3)

  await deleteDocument(server.ctx, home, hash)
  expect(await listFiles(hash)).toEqual([])
  await storeBytes(server.ctx, home, pdf('of yesterday'))
  expect(String(Buffer.from(await readDocumentBytes(server.ctx, home, hash)))).toBe('of yesterday')
})

test('stores a text that is cheap to read only if the caller requires it', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('quick to read'))
  const readText = (storage: 'always' | 'ifExpensive') =>
    readDocumentText(server.ctx, home, {
      hash,
      extractorKey: 'a',
      read: async () => text,
      storage,
    })

  const [firstText, , thirdText] = await Promise.all([
    readText('ifExpensive'),
    readText('ifExpensive'),
    readText('ifExpensive'),
  ])
  expect(firstText).toBe(thirdText)
  expect(await listFiles(hash)).toHaveLength(1)
  const [storedText] = await Promise.all([readText('ifExpensive'), readText('always')])
  expect(await listFiles(hash)).toHaveLength(2)
  expect(await findDocumentText(server.ctx, home, { hash, extractorKey: 'a' })).toEqual(storedText)
})

test.each([
  ['recognized by OCR', { ...text, pages: text.pages.map(toRecognized) }],
  ['long', { ...text, pages: Array.from({ length: 17 }, () => text.pages[0]!) }],
])('stores a text that is %s', async (kind, read) => {
  const { hash } = await storeBytes(server.ctx, home, pdf(kind))
  const request = { hash, extractorKey: 'a', read: async () => read }
  await readDocumentText(server.ctx, home, { ...request, storage: 'ifExpensive' })

  expect(await listFiles(hash)).toHaveLength(2)
})

test('a large text stays in its file, and is deleted with its document', async () => {
  const words = Array.from({ length: 40_000 }, () => text.pages[0]!.words[0]!)
  const large = { ...text, pages: [{ ...text.pages[0]!, words }] }
  const { hash } = await storeBytes(server.ctx, home, pdf('of many words'))
  const request = {
    hash,
    extractorKey: 'a',
    read: async () => large,
    storage: 'ifExpensive',
  } as const
  const handle = await readDocumentText(server.ctx, home, request)
  const storedHandle = await findDocumentText(server.ctx, home, request)
  if (handle.document || !storedHandle || storedHandle.document) throw new Error('It was parsed.')

  expect(handle.pages).toEqual([{ number: 0, height: large.pages[0]?.height }])
  const storedText = await storedHandle.load()
  expect(parseStoredDocumentText(String(storedText)).pages[0]?.words).toHaveLength(40_000)
  expect(await handle.load()).toEqual(storedText)

  await deleteDocument(server.ctx, home, hash)
  await expect(handle.load()).rejects.toThrow(
    'The document was deleted while it was being processed.',
  )
  expect(await findDocumentText(server.ctx, home, request)).toBeUndefined()
})

function toRecognized(page: Page): Page {
  return { ...page, words: page.words.map((word) => ({ ...word, origin: 'ocr' as const })) }
}

test('reads the text of bytes in memory without a file', async () => {
  const { bytes } = pdf('in hand')
  const read = vi.fn(async () => text)
  const request = { hash: receive('in hand').hash, path: 'documents/none', extractorKey: 'a' }

  await readDocumentText(server.ctx, home, { ...request, read, bytes, storage: 'ifExpensive' })
  expect(read).toHaveBeenCalledWith(bytes, expect.any(AbortSignal))
})

test('reads a text once per extractor, and concurrent callers wait for it', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('to read'))
  const read = vi.fn(async () => text)
  const readText = (extractorKey: string) =>
    readDocumentText(server.ctx, home, { hash, extractorKey, read })
  expect(await findDocumentText(server.ctx, home, { hash, extractorKey: 'a' })).toBeUndefined()

  const readings = await Promise.all([readText('a'), readText('a'), readText('a')])
  const laterText = await readText('a')
  expect(read).toHaveBeenCalledTimes(1)
  expect(readings).toEqual([laterText, laterText, laterText])
  expect(laterText.document?.pages[0]?.words[0]?.text).toBe('Hi')

  await readText('b')
  expect(read).toHaveBeenCalledTimes(2)
})

test('does not store a failed reading', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('troublesome'))
  const read = vi.fn(async () => text).mockRejectedValueOnce(new Error('worn out'))
  const ask = () => readDocumentText(server.ctx, home, { hash, extractorKey: 'a', read })

  await expect(ask()).rejects.toThrow('worn out')
  expect((await ask()).document?.pages).toHaveLength(1)
})

/** Creates a context whose reader draws words instead of pages. */
function createDrawingContext(reader: Partial<Reader> = {}) {
  const drawCalls: DrawOptions[] = []
  const drawPage: Reader['drawPage'] = async (_, options) => {
    drawCalls.push(options)
    const bytes = new TextEncoder().encode(`page ${options.page} at ${options.width}`)
    return { bytes, mimeType: 'image/png', width: options.width, height: 1 }
  }
  const drawingReader = { ...server.ctx.reader, drawPage, ...reader }
  return { ctx: { ...server.ctx, reader: drawingReader }, drawn: drawCalls }
}

test('draws a page once per width, even in concurrent requests', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('to look at'))
  const { ctx, drawn: drawCalls } = createDrawingContext()
  const draw = async (page: number, width: number) => {
    const { bytes, mimeType } = await drawDocumentPage(ctx, home, { hash, name: 'a', page, width })
    return [new TextDecoder().decode(bytes), mimeType]
  }

  const first = await Promise.all([draw(0, 800), draw(0, 900), draw(0, 1000), draw(0, 1)])
  expect(first).toEqual([
    ...Array.from({ length: 3 }, () => ['page 0 at 1000', 'image/png']),
    ['page 0 at 200', 'image/png'],
  ])
  expect(await draw(0, 700)).toEqual(['page 0 at 1000', 'image/png'])
  expect(await draw(3, 9000)).toEqual(['page 3 at 2000', 'image/png'])
  const drawnSizes = drawCalls.map(({ page, width }) => `${page} at ${width}`).sort()
  expect(drawnSizes).toEqual(['0 at 1000', '0 at 200', '3 at 2000'])
})

test('retries a page that could not be drawn', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('hard to draw'))
  const drawPage = vi.fn(createDrawingContext().ctx.reader.drawPage)
  drawPage.mockRejectedValueOnce(new RangeError('There is no such page.'))
  const { ctx } = createDrawingContext({ drawPage })
  const draw = () => drawDocumentPage(ctx, home, { hash, name: 'a', page: 0, width: 200 })

  await expect(draw()).rejects.toThrow(RangeError)
  expect((await draw()).mimeType).toBe('image/png')
})

test('measures the pages once', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('to measure'))
  const sizes = [{ width: 612, height: 792 }]
  const inspect = vi.fn(async () => ({ pages: 1, attachments: [], sizes }))
  const { ctx } = createDrawingContext({ inspect })
  const measure = () => inspectStoredDocument(ctx, home, { hash, name: 'a' })

  expect(await Promise.all([measure(), measure()])).toEqual([sizes, sizes])
  expect(await measure()).toEqual(sizes)
  expect(inspect).toHaveBeenCalledTimes(1)
})

test('measures an image without text', async () => {
  // 200 by 100 white pixels.
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAMgAAABkAQMAAAD5SO1IAAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGUlEQVRIx+3BgQAAAADDoPlTH+AKVQEAwBsKKAABSvrqYAAAAABJRU5ErkJggg=='
  const bytes = new Uint8Array(Buffer.from(png, 'base64'))
  const { hash } = await storeBytes(server.ctx, home, { bytes, mimeType: 'image/png' })

  const pages = await inspectStoredDocument(server.ctx, home, { hash, name: 'a.png' })
  expect(pages).toEqual([{ width: 792, height: 396 }])
})

test('a deleted document loses its texts and images, and can be stored again', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('passing'))
  await readDocumentText(server.ctx, home, { hash, extractorKey: 'a', read: async () => text })
  const { ctx } = createDrawingContext()
  await drawDocumentPage(ctx, home, { hash, name: 'a', page: 0, width: 200 })

  await deleteDocument(server.ctx, home, hash)
  expect(await listFiles(hash)).toEqual([])

  await storeBytes(server.ctx, home, pdf('passing'))
  expect(await readDocumentBytes(server.ctx, home, hash)).toEqual(Buffer.from('passing'))
})
