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

/** Whoever knows where a document lies needs no database. */
const tenant: Tenant = { organizationId: 7, db: undefined as never }
const pathOf = (hash: string) => `documents/7/${hash}`
let folder: string
let files: FileStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
  files = openLocalFileStore(folder)
})
afterAll(() => rm(folder, { recursive: true }))

const pageOf = (number: number): Page => ({
  number,
  width: 100,
  height: 100,
  rotation: 0,
  words: [{ text: `w${number}`, box: [1.004, 2, 3, 4], confidence: 1, origin: 'native' }],
  lines: [{ box: [1.004, 2, 3, 4], start: 0, end: 1 }],
})

/** A document of so many pages, of which those are read that are named; what was asked is recorded. */
function documentOf(
  total: number,
  { breaksAt = Number.POSITIVE_INFINITY, failsAt = Number.POSITIVE_INFINITY, step = 1 } = {},
) {
  const asked: number[] = []
  const read: PagesRequest['read'] = async function* (_bytes, from): AsyncGenerator<ReadPage> {
    asked.push(from)
    const numbers = Array.from({ length: total }, (_, i) => i).filter((i) => i % step === 0)
    const wanted = numbers.filter((number) => number >= from)
    for (const number of wanted) {
      if (number >= breaksAt) throw new Error('broken off')
      const failure = number === failsAt ? { failure: 'took too long' } : {}
      const page = { ...pageOf(number), ...failure }
      yield { page, total, requested: wanted.length, seconds: number / 10 }
    }
  }
  return { asked, read }
}

async function stored(): Promise<string> {
  const hash = randomUUID()
  await files.write(pathOf(hash), 'bytes')
  return hash
}

async function pagesOf(hash: string, read: PagesRequest['read'], extractorKey = 'a') {
  const pages: ReadPage[] = []
  for await (const one of readDocumentPages({ files }, tenant, {
    hash,
    path: pathOf(hash),
    extractorKey,
    read,
  })) {
    pages.push(one)
  }
  return pages
}

test('pages are read once for an extractor, and are the same when they come out of the store', async () => {
  const hash = await stored()
  const { asked, read } = documentOf(150)
  const first = await pagesOf(hash, read)
  const second = await pagesOf(hash, read)

  expect(asked).toEqual([0])
  expect(first).toHaveLength(150)
  expect(second).toEqual(first)
  expect(first[149]).toMatchObject({ total: 150, requested: 150, seconds: 14.9 })
  await pagesOf(hash, read, 'b')
  expect(asked).toEqual([0, 0])
})

test('a reading that was broken off goes on behind the last page that was kept', async () => {
  const hash = await stored()
  await expect(pagesOf(hash, documentOf(150, { breaksAt: 100 }).read)).rejects.toThrow('broken off')
  const { asked, read } = documentOf(150)
  const pages = await pagesOf(hash, read)

  expect(asked).toEqual([96])
  expect(pages.map(({ page }) => page.number)).toEqual(Array.from({ length: 150 }, (_, i) => i))
  expect(new Set(pages.map(({ requested }) => requested))).toEqual(new Set([150]))
})

test('a page that failed is given with the rest, and tried again by a later reading', async () => {
  const hash = await stored()
  const failing = await pagesOf(hash, documentOf(150, { failsAt: 70 }).read)
  const { asked, read } = documentOf(150)
  const pages = await pagesOf(hash, read)

  expect(failing.map(({ page }) => page.failure)[70]).toBe('took too long')
  expect(failing).toHaveLength(150)
  expect(asked).toEqual([70])
  expect(pages.map(({ page }) => [page.number, page.failure])).toEqual(
    Array.from({ length: 150 }, (_, i) => [i, undefined]),
  )
})

test('a reading of chosen pages that was broken off after the last of them needs no other', async () => {
  const hash = await stored()
  const { asked, read } = documentOf(640, { step: 10 })
  await pagesOf(hash, read)

  expect(await pagesOf(hash, read)).toHaveLength(64)
  expect(asked).toEqual([0])
})

test('who stops listening has kept what was read', async () => {
  const hash = await stored()
  const { asked, read } = documentOf(150)
  for await (const { page } of readDocumentPages({ files }, tenant, {
    hash,
    path: pathOf(hash),
    extractorKey: 'a',
    read,
  })) {
    if (page.number === 3) break
  }

  expect(await pagesOf(hash, read)).toHaveLength(150)
  expect(asked).toEqual([0, 32])
})

test('two readings at once keep one document', async () => {
  const hash = await stored()
  const { read } = documentOf(150)
  const [one, other] = await Promise.all([pagesOf(hash, read), pagesOf(hash, read)])

  expect(one).toEqual(other)
  expect(await pagesOf(hash, read)).toEqual(one)
})

test('a document that cannot be read is not kept as one', async () => {
  const hash = await stored()
  await expect(pagesOf(hash, documentOf(5, { breaksAt: 0 }).read)).rejects.toThrow('broken off')

  expect(await pagesOf(hash, documentOf(5).read)).toHaveLength(5)
})
