import { createHash } from 'node:crypto'
import type { DocumentText, Page } from '@recto/document-text/model'
import type { DrawOptions, Reader } from '@recto/document-text/reader'
import { parseStoredDocumentText } from '@recto/document-text/stored-text'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Tenant } from '../../platform/db/database.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import {
  drawDocumentPage,
  findDocumentText,
  forgetDocument,
  inspectDocument,
  readDocumentBytes,
  readDocumentText,
  storeBytes,
  storeDocuments,
} from './documents.port.ts'
import { dropFiles, keepDocuments } from './keep-documents.ts'

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
    organizationId: organizations.find((one) => one.slug === slug)!.id,
  })
  home = tenantOf('recto')
  rival = tenantOf('rival')
})
afterAll(() => server.close())

const pdf = (content: string) => ({
  bytes: new TextEncoder().encode(content),
  mimeType: 'application/pdf',
})
const arrived = (content: string) => {
  const { bytes, mimeType } = pdf(content)
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { hash, size: bytes.length, mimeType, content: { bytes } }
}

/** All that lies in the file store of a content. */
async function filesOf(hash: string): Promise<string[]> {
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

test('an organization does not have what another one stored', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('mine'))

  await expect(readDocumentBytes(server.ctx, rival, hash)).rejects.toThrow()
  await forgetDocument(server.ctx, rival, hash)
  expect(await readDocumentBytes(server.ctx, home, hash)).toEqual(Buffer.from('mine'))
})

test('the same content is kept once, also when it comes many times at once', async () => {
  const stored = await Promise.all(
    Array.from({ length: 8 }, () => storeBytes(server.ctx, home, pdf('often'))),
  )

  const hash = createHash('sha256').update('often').digest('hex')
  expect(new Set(stored.map((one) => one.hash))).toEqual(new Set([hash]))
  const files = await filesOf(hash)
  expect(files).toHaveLength(1)
  expect(await server.ctx.files.list('uploads')).toEqual([])
})

test('many requests with the same documents in any order keep all of them', async () => {
  const names = Array.from({ length: 6 }, (_, i) => `shared ${i}`)
  const requests = Array.from({ length: 8 }, (_, i) => {
    const turned = [...names.slice(i % 6), ...names.slice(0, i % 6)]
    return turned.map(arrived)
  })

  await Promise.all(requests.map((files) => storeDocuments(server.ctx, home, files)))

  for (const { hash } of requests[0]!) {
    expect(names).toContain(String(Buffer.from(await readDocumentBytes(server.ctx, home, hash))))
  }
})

test('a document whose row is refused leaves nothing', async () => {
  const document = arrived('refused')
  const refused = storeDocuments(server.ctx, home, [document], async () => {
    throw new Error('not wanted')
  })

  await expect(refused).rejects.toThrow('not wanted')
  expect(await filesOf(document.hash)).toEqual([])
  await expect(readDocumentBytes(server.ctx, home, document.hash)).rejects.toThrow('no such')
})

test('documents of which one cannot be written are not kept at all', async () => {
  const [one, other] = [arrived('writable'), arrived('not writable')]
  const documents = [one, { ...other, content: { path: 'uploads/never-came' } }]

  await expect(keepDocuments(server.ctx, home, documents)).rejects.toThrow('ENOENT')
  expect(await filesOf(one.hash)).toEqual([])
})

test('bytes are durable before their row, and only the ones that nobody needs are dropped', async () => {
  const document = arrived('kept before')
  const [kept] = await keepDocuments(server.ctx, home, [document, document])
  expect(await filesOf(document.hash)).toEqual([kept!.path])

  const stored = await storeDocuments(server.ctx, home, [document], async (_, rows) => rows)
  await dropFiles(server.ctx, [kept!.path])
  const [row] = await storeDocuments(server.ctx, home, [document], async (_, rows) => rows)
  expect(stored).toEqual([expect.objectContaining({ path: row?.path })])
  expect(await filesOf(document.hash)).toHaveLength(1)
  expect(await readDocumentBytes(server.ctx, home, document.hash)).toEqual(
    Buffer.from('kept before'),
  )
})

test('a document that goes and comes again at the same time is there whenever it was stored', async () => {
  const { hash } = arrived('coming and going')
  for (let i = 0; i < 10; i++) {
    await Promise.all([
      storeBytes(server.ctx, home, pdf('coming and going')),
      forgetDocument(server.ctx, home, hash),
    ])
    await storeBytes(server.ctx, home, pdf('coming and going'))
    expect(String(Buffer.from(await readDocumentBytes(server.ctx, home, hash)))).toBe(
      'coming and going',
    )
    expect(await filesOf(hash)).toHaveLength(1)
  }
})

/** A document as earlier versions have kept it, with a text that was read of it. */
async function storedBefore(content: string, extractorKey: string): Promise<string> {
  const { hash } = await storeBytes(server.ctx, home, pdf(content))
  const read = async () => text
  await readDocumentText(server.ctx, home, { hash, extractorKey, read })
  const folder = `documents/${home.organizationId}/${hash}`
  for (const path of await filesOf(hash)) {
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

test('a document of an earlier version is read where it lies, goes with its texts, and comes again', async () => {
  const hash = await storedBefore('of yesterday', 'paid')
  const read = vi.fn(async () => text)

  expect(String(Buffer.from(await readDocumentBytes(server.ctx, home, hash)))).toBe('of yesterday')
  await readDocumentText(server.ctx, home, { hash, extractorKey: 'paid', read })
  expect(read).not.toHaveBeenCalled()
  await readDocumentText(server.ctx, home, { hash, extractorKey: 'other', read })
  expect(await filesOf(hash)).toHaveLength(3)
  await storeBytes(server.ctx, home, pdf('of yesterday'))
  expect(await filesOf(hash)).toHaveLength(3)

  await forgetDocument(server.ctx, home, hash)
  expect(await filesOf(hash)).toEqual([])
  await storeBytes(server.ctx, home, pdf('of yesterday'))
  expect(String(Buffer.from(await readDocumentBytes(server.ctx, home, hash)))).toBe('of yesterday')
})

test('a text that can be read again for little is kept for those alone who want it kept', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('quick to read'))
  const ask = (keep: 'always' | 'dear') =>
    readDocumentText(server.ctx, home, { hash, extractorKey: 'a', read: async () => text, keep })

  const [quick, , other] = await Promise.all([ask('dear'), ask('dear'), ask('dear')])
  expect(quick).toBe(other)
  expect(await filesOf(hash)).toHaveLength(1)
  const [kept] = await Promise.all([ask('dear'), ask('always')])
  expect(await filesOf(hash)).toHaveLength(2)
  expect(await findDocumentText(server.ctx, home, { hash, extractorKey: 'a' })).toEqual(kept)
})

test.each([
  ['recognised in a picture', { ...text, pages: text.pages.map(recognised) }],
  ['long', { ...text, pages: Array.from({ length: 17 }, () => text.pages[0]!) }],
])('a text that is %s is kept', async (kind, read) => {
  const { hash } = await storeBytes(server.ctx, home, pdf(kind))
  const request = { hash, extractorKey: 'a', read: async () => read }
  await readDocumentText(server.ctx, home, { ...request, keep: 'dear' })

  expect(await filesOf(hash)).toHaveLength(2)
})

test('a large text stays in its file, and is gone with its document', async () => {
  const words = Array.from({ length: 40_000 }, () => text.pages[0]!.words[0]!)
  const large = { ...text, pages: [{ ...text.pages[0]!, words }] }
  const { hash } = await storeBytes(server.ctx, home, pdf('of many words'))
  const request = { hash, extractorKey: 'a', read: async () => large, keep: 'dear' } as const
  const inHand = await readDocumentText(server.ctx, home, request)
  const found = await findDocumentText(server.ctx, home, request)
  if (inHand.document || !found || found.document) throw new Error('It was parsed.')

  expect(inHand.pages).toEqual([{ number: 0, height: large.pages[0]?.height }])
  const stored = await found.load()
  expect(parseStoredDocumentText(String(stored)).pages[0]?.words).toHaveLength(40_000)
  expect(await inHand.load()).toEqual(stored)

  await forgetDocument(server.ctx, home, hash)
  await expect(inHand.load()).rejects.toThrow('The document was deleted while it was worked on.')
  expect(await findDocumentText(server.ctx, home, request)).toBeUndefined()
})

function recognised(page: Page): Page {
  return { ...page, words: page.words.map((word) => ({ ...word, origin: 'ocr' as const })) }
}

test('who has the bytes in hand needs no file to read their text', async () => {
  const { bytes } = pdf('in hand')
  const read = vi.fn(async () => text)
  const request = { hash: arrived('in hand').hash, path: 'documents/none', extractorKey: 'a' }

  await readDocumentText(server.ctx, home, { ...request, read, bytes, keep: 'dear' })
  expect(read).toHaveBeenCalledWith(bytes, expect.any(AbortSignal))
})

test('a text is read once for an extractor, and those who ask meanwhile wait for it', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('to read'))
  const read = vi.fn(async () => text)
  const ask = (extractorKey: string) =>
    readDocumentText(server.ctx, home, { hash, extractorKey, read })
  expect(await findDocumentText(server.ctx, home, { hash, extractorKey: 'a' })).toBeUndefined()

  const readings = await Promise.all([ask('a'), ask('a'), ask('a')])
  const later = await ask('a')
  expect(read).toHaveBeenCalledTimes(1)
  expect(readings).toEqual([later, later, later])
  expect(later.document?.pages[0]?.words[0]?.text).toBe('Hi')

  await ask('b')
  expect(read).toHaveBeenCalledTimes(2)
})

test('a reading that fails is not kept', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('troublesome'))
  const read = vi.fn(async () => text).mockRejectedValueOnce(new Error('worn out'))
  const ask = () => readDocumentText(server.ctx, home, { hash, extractorKey: 'a', read })

  await expect(ask()).rejects.toThrow('worn out')
  expect((await ask()).document?.pages).toHaveLength(1)
})

/** A server whose reader draws words instead of pages. */
function drawingServer(reader: Partial<Reader> = {}) {
  const drawn: DrawOptions[] = []
  const drawPage: Reader['drawPage'] = async (_, options) => {
    drawn.push(options)
    const bytes = new TextEncoder().encode(`page ${options.page} at ${options.width}`)
    return { bytes, mimeType: 'image/png', width: options.width, height: 1 }
  }
  const whole = { ...server.ctx.reader, drawPage, ...reader }
  return { ctx: { ...server.ctx, reader: whole }, drawn }
}

test('a page is drawn once for each of a few widths, also when it is asked for many times at once', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('to look at'))
  const { ctx, drawn } = drawingServer()
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
  const times = drawn.map(({ page, width }) => `${page} at ${width}`).sort()
  expect(times).toEqual(['0 at 1000', '0 at 200', '3 at 2000'])
})

test('a page that could not be drawn is tried again', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('hard to draw'))
  const drawPage = vi.fn(drawingServer().ctx.reader.drawPage)
  drawPage.mockRejectedValueOnce(new RangeError('There is no such page.'))
  const { ctx } = drawingServer({ drawPage })
  const draw = () => drawDocumentPage(ctx, home, { hash, name: 'a', page: 0, width: 200 })

  await expect(draw()).rejects.toThrow(RangeError)
  expect((await draw()).mimeType).toBe('image/png')
})

test('the sizes of pages are found out once', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('to measure'))
  const sizes = [{ width: 612, height: 792 }]
  const inspect = vi.fn(async () => ({ pages: 1, attachments: [], sizes }))
  const { ctx } = drawingServer({ inspect })
  const measure = () => inspectDocument(ctx, home, { hash, name: 'a' })

  expect(await Promise.all([measure(), measure()])).toEqual([sizes, sizes])
  expect(await measure()).toEqual(sizes)
  expect(inspect).toHaveBeenCalledTimes(1)
})

test('a picture without a text has a size too', async () => {
  // 200 by 100 white pixels.
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAMgAAABkAQMAAAD5SO1IAAAAA1BMVEX///+nxBvIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGUlEQVRIx+3BgQAAAADDoPlTH+AKVQEAwBsKKAABSvrqYAAAAABJRU5ErkJggg=='
  const bytes = new Uint8Array(Buffer.from(png, 'base64'))
  const { hash } = await storeBytes(server.ctx, home, { bytes, mimeType: 'image/png' })

  const pages = await inspectDocument(server.ctx, home, { hash, name: 'a.png' })
  expect(pages).toEqual([{ width: 792, height: 396 }])
})

test('a forgotten document is gone with its texts and pictures, and can come again', async () => {
  const { hash } = await storeBytes(server.ctx, home, pdf('passing'))
  await readDocumentText(server.ctx, home, { hash, extractorKey: 'a', read: async () => text })
  const { ctx } = drawingServer()
  await drawDocumentPage(ctx, home, { hash, name: 'a', page: 0, width: 200 })

  await forgetDocument(server.ctx, home, hash)
  expect(await filesOf(hash)).toEqual([])

  await storeBytes(server.ctx, home, pdf('passing'))
  expect(await readDocumentBytes(server.ctx, home, hash)).toEqual(Buffer.from('passing'))
})
