import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'
import { openLocalFileStore } from './local-file-store.ts'
import { storeStream, TooManyBytesError } from './store-stream.ts'

let folder: string
let files: FileStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'streams-'))
  files = openLocalFileStore(folder)
})
afterAll(() => rm(folder, { recursive: true }))

async function* chunks(count: number) {
  for (let i = 0; i < count; i++) yield Buffer.alloc(10, i)
}

test('refuses a stream above the limit and stores nothing of it', async () => {
  const storePromise = storeStream(files, chunks(11), { path: 'long', maxBytes: 100 })

  await expect(storePromise).rejects.toThrow(TooManyBytesError)
  expect(await files.stat('long')).toBeUndefined()
})

test('stores nothing of a stream that fails', async () => {
  async function* broken() {
    yield* chunks(2)
    throw new Error('gone')
  }

  await expect(storeStream(files, broken(), { path: 'broken', maxBytes: 100 })).rejects.toThrow()
  expect(await files.stat('broken')).toBeUndefined()
})

test('stores, counts and hashes a stream of exactly the maximum length', async () => {
  const storedStream = await storeStream(files, chunks(10), { path: 'whole', maxBytes: 100 })
  const bytes = await files.readBytes('whole')

  expect(storedStream).toEqual({
    path: 'whole',
    size: 100,
    hash: createHash('sha256').update(bytes).digest('hex'),
    md5: createHash('md5').update(bytes).digest('hex'),
  })
})

test('says so for every file store, however it wraps the errors of its source', async () => {
  const wrappingStore: FileStore = {
    ...files,
    write: (path, content) =>
      files.write(path, content).catch((cause: unknown) => {
        throw new Error('The upload failed.', { cause: new Error('It was retried.', { cause }) })
      }),
  }

  const storePromise = storeStream(wrappingStore, chunks(11), { path: 'long', maxBytes: 100 })
  await expect(storePromise).rejects.toThrow(TooManyBytesError)
})
