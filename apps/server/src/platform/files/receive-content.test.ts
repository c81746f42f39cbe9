import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf, discardContent } from './content.ts'
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

test('what is longer than it may be is refused, and nothing of it is kept', async () => {
  await expect(receive(maxBytes + 1)).rejects.toThrow(TooManyBytesError)
  const few = receiveContent(files, chunks(11), { maxBytes: 10 })
  await expect(few).rejects.toThrow(TooManyBytesError)

  expect(await uploads()).toBe(0)
})

test.each([kilobyte, 2 * megabyte])('what breaks off after %i bytes is not kept', async (bytes) => {
  async function* broken() {
    yield* chunks(bytes)
    throw new Error('gone')
  }

  await expect(receiveContent(files, broken(), { maxBytes })).rejects.toThrow()
  expect(await uploads()).toBe(0)
})

test.each([0, 1, megabyte, megabyte + 1])('%i bytes arrive whole', async (size) => {
  const received = await receive(size)
  const bytes = Buffer.alloc(size, 'x')

  expect(Buffer.from(await bytesOf(files, received.content)).equals(bytes)).toBe(true)
  expect(received).toMatchObject({
    size,
    hash: createHash('sha256').update(bytes).digest('hex'),
    md5: createHash('md5').update(bytes).digest('hex'),
  })
  expect(await uploads()).toBe(size > megabyte ? 1 : 0)
  await discard(received)
  expect(await uploads()).toBe(0)
})

test('what does not fit into memory beside the others goes to the file store', async () => {
  const received = await Promise.all(Array.from({ length: 40 }, () => receive(megabyte)))
  expect(await uploads()).toBe(8)

  await Promise.all(received.map(discard))
  // Twice does no harm.
  await Promise.all(received.map(discard))
  const again = await Promise.all(Array.from({ length: 33 }, () => receive(megabyte)))
  expect(await uploads()).toBe(1)
  await Promise.all(again.map(discard))
})
