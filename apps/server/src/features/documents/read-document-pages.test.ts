import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@recto/document-text/model'
import type { ReadPage } from '@recto/document-text/reader'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openLocalFileStore } from '../../platform/files/local-file-store.ts'
import { type PagesRequest, readDocumentPages } from './read-document-pages.ts'

/** A request with the path of the document needs no database. */
const tenant: Tenant = { organizationId: 7, db: undefined as never }
const getPath = (hash: string) => `documents/7/${hash}`
let folder: string
let files: FileStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
  files = openLocalFileStore(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const createPage = (number: number): Page => ({
  number,
  width: 100,
  height: 100,
  rotation: 0,
  words: [{ text: `w${number}`, box: [1.004, 2, 3, 4], confidence: 1, origin: 'native' }],
  lines: [{ box: [1.004, 2, 3, 4], start: 0, end: 1 }],
})

/** Creates a reader of a document that records the first page of each reading. */
function createReader(
  total: number,
  { breaksAt = Number.POSITIVE_INFINITY, failsAt = Number.POSITIVE_INFINITY, step = 1 } = {},
) {
  const firstPages: number[] = []
  const read: PagesRequest['read'] = async function* (_bytes, from): AsyncGenerator<ReadPage> {
    firstPages.push(from)
    const numbers = Array.from({ length: total }, (_, i) => i).filter((i) => i % step === 0)
    const numbersToRead = numbers.filter((number) => number >= from)
    for (const number of numbersToRead) {
      if (number >= breaksAt) throw new Error('broken off')
      const failure = number === failsAt ? { failure: 'took too long' } : {}
      const page = { ...createPage(number), ...failure }
      yield { page, total, requestedCount: numbersToRead.length, seconds: number / 10 }
    }
  }
  return { asked: firstPages, read }
}

async function storeBytes(): Promise<string> {
  const hash = randomUUID()
  await files.write(getPath(hash), 'bytes')
  return hash
}

async function readPages(hash: string, read: PagesRequest['read'], extractorKey = 'a') {
  const pages: ReadPage[] = []
  for await (const page of readDocumentPages({ files }, tenant, {
    hash,
    path: getPath(hash),
    extractorKey,
    read,
  })) {
    pages.push(page)
  }
  return pages
}

test('reads pages once per extractor, and returns equal pages from the store', async () => {
  const hash = await storeBytes()
  const { asked: firstPages, read } = createReader(150)
  const first = await readPages(hash, read)
  const second = await readPages(hash, read)

  expect(firstPages).toEqual([0])
  expect(first).toHaveLength(150)
  expect(second).toEqual(first)
  expect(first[149]).toMatchObject({ total: 150, requestedCount: 150, seconds: 14.9 })
  await readPages(hash, read, 'b')
  expect(firstPages).toEqual([0, 0])
})

test('resumes an interrupted reading after the last stored page', async () => {
  const hash = await storeBytes()
  await expect(readPages(hash, createReader(150, { breaksAt: 100 }).read)).rejects.toThrow(
    'broken off',
  )
  const { asked: firstPages, read } = createReader(150)
  const pages = await readPages(hash, read)

  expect(firstPages).toEqual([96])
  expect(pages.map(({ page }) => page.number)).toEqual(Array.from({ length: 150 }, (_, i) => i))
  expect(new Set(pages.map(({ requestedCount }) => requestedCount))).toEqual(new Set([150]))
})

test('returns a failed page with the others, and retries it in a later reading', async () => {
  const hash = await storeBytes()
  const pagesWithFailure = await readPages(hash, createReader(150, { failsAt: 70 }).read)
  const { asked: firstPages, read } = createReader(150)
  const pages = await readPages(hash, read)

  expect(pagesWithFailure.map(({ page }) => page.failure)[70]).toBe('took too long')
  expect(pagesWithFailure).toHaveLength(150)
  expect(firstPages).toEqual([70])
  expect(pages.map(({ page }) => [page.number, page.failure])).toEqual(
    Array.from({ length: 150 }, (_, i) => [i, undefined]),
  )
})

test('reads nothing again after all selected pages were stored', async () => {
  const hash = await storeBytes()
  const { asked: firstPages, read } = createReader(640, { step: 10 })
  await readPages(hash, read)

  expect(await readPages(hash, read)).toHaveLength(64)
  expect(firstPages).toEqual([0])
})

test('stores the pages that were read before the caller stopped', async () => {
  const hash = await storeBytes()
  const { asked: firstPages, read } = createReader(150)
  for await (const { page } of readDocumentPages({ files }, tenant, {
    hash,
    path: getPath(hash),
    extractorKey: 'a',
    read,
  })) {
    if (page.number === 3) break
  }

  expect(await readPages(hash, read)).toHaveLength(150)
  expect(firstPages).toEqual([0, 32])
})

test('two concurrent readings store one document', async () => {
  const hash = await storeBytes()
  const { read } = createReader(150)
  const [firstPagesRead, secondPagesRead] = await Promise.all([
    readPages(hash, read),
    readPages(hash, read),
  ])

  expect(firstPagesRead).toEqual(secondPagesRead)
  expect(await readPages(hash, read)).toEqual(firstPagesRead)
})

test('stores nothing of a document that cannot be read', async () => {
  const hash = await storeBytes()
  await expect(readPages(hash, createReader(5, { breaksAt: 0 }).read)).rejects.toThrow('broken off')

  expect(await readPages(hash, createReader(5).read)).toHaveLength(5)
})
