import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discardContent, readContent } from './content.ts'
import type { FileStore } from './file-store.ts'
import { openLocalFileStore } from './local-file-store.ts'
import { type ReceivedContent, receiveContent } from './receive-content.ts'
import { TooManyBytesError } from './store-stream.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte
const maxBytes = 3 * megabyte
let folder: string
let files: FileStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contents-'))
  files = openLocalFileStore(folder)
})
afterAll(() => rm(folder, { recursive: true }))

async function* chunks(bytes: number, step = 64 * kilobyte) {
  for (let left = bytes; left > 0; left -= step) yield Buffer.alloc(Math.min(left, step), 'x')
}
const receive = (bytes: number) => receiveContent(files, chunks(bytes), { maxBytes })
const uploads = async () => (await files.list('uploads')).length
const discard = ({ content }: ReceivedContent) => discardContent(files, content)

test('refuses content above the limit and stores nothing of it', async () => {
  await expect(receive(maxBytes + 1)).rejects.toThrow(TooManyBytesError)
  const small = receiveContent(files, chunks(11), { maxBytes: 10 })
  await expect(small).rejects.toThrow(TooManyBytesError)

  expect(await uploads()).toBe(0)
})

test.each([kilobyte, 2 * megabyte])(
  'stores nothing of a stream that fails after %i bytes',
  async (bytes) => {
    async function* broken() {
      yield* chunks(bytes)
      throw new Error('gone')
    }

    await expect(receiveContent(files, broken(), { maxBytes })).rejects.toThrow()
    expect(await uploads()).toBe(0)
  },
)

test.each([0, 1, megabyte, megabyte + 1])('receives %i bytes completely', async (size) => {
  const content = await receive(size)
  const bytes = Buffer.alloc(size, 'x')

  expect(Buffer.from(await readContent(files, content.content)).equals(bytes)).toBe(true)
  expect(content).toMatchObject({
    size,
    hash: createHash('sha256').update(bytes).digest('hex'),
    md5: createHash('md5').update(bytes).digest('hex'),
  })
  expect(await uploads()).toBe(size > megabyte ? 1 : 0)
  await discard(content)
  expect(await uploads()).toBe(0)
})

test('stores content in the file store if there is no room in memory', async () => {
  const contents = await Promise.all(Array.from({ length: 40 }, () => receive(megabyte)))
  expect(await uploads()).toBe(8)

  await Promise.all(contents.map(discard))
  // Discarding twice does no harm.
  await Promise.all(contents.map(discard))
  const moreContents = await Promise.all(Array.from({ length: 33 }, () => receive(megabyte)))
  expect(await uploads()).toBe(1)
  await Promise.all(moreContents.map(discard))
})
