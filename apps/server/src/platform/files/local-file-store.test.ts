import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'
import { openLocalFileStore } from './local-file-store.ts'
import { createBrokenStream, testFileStore } from './testing/file-store-suite.ts'

let folder: string
let files: FileStore

testFileStore('a folder', () => files)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-files-'))
  files = openLocalFileStore(join(folder, 'store'))
})

afterAll(() => rm(folder, { recursive: true }))

test('rejects a path that leads out of the store', async () => {
  await writeFile(join(folder, 'outside'), 'secret')

  await expect(async () => files.readBytes('../outside')).rejects.toThrow('is outside')
})

test('leaves nothing of a file whose source fails', async () => {
  await expect(files.write('a/half', createBrokenStream())).rejects.toThrow('could not be stored')

  expect(await readdir(join(folder, 'store', 'a'))).toEqual([])
})

test('writes private files, whatever the folder’s permissions', async () => {
  const open = join(folder, 'open')
  await mkdir(open)
  await chmod(open, 0o777)
  const store = openLocalFileStore(open)
  await store.write('a/streamed', Readable.from(['x']))
  await store.write('a/whole', 'x')
  await store.create('b/deep/made', Buffer.from('x'))
  await store.move('a/whole', 'c/moved')

  const entries = await readdir(open, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const { mode } = await stat(join(entry.parentPath, entry.name))
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isFile() ? 0o600 : 0o700])
  }
  expect(entries.filter((entry) => entry.isFile())).toHaveLength(3)
})

test('creating a file never replaces an existing one', async () => {
  await files.create('new/one', Buffer.from('first'))

  await expect(files.create('new/one', Buffer.from('second'))).rejects.toThrow(
    'could not be stored',
  )
  expect(String(await files.readBytes('new/one'))).toBe('first')
})

test('writes drafts in a separate folder and leaves none behind', async () => {
  const folders: string[][] = []
  async function* observed() {
    yield 'half'
    folders.push(await readdir(join(folder, 'store', 'observed')))
    folders.push(await readdir(join(folder, 'store', 'drafts')))
    yield 'whole'
  }
  await files.write('observed/one', Readable.from(observed()))

  expect(folders).toEqual([[], [expect.any(String)]])
  expect(await readdir(join(folder, 'store', 'drafts'))).toEqual([])
})
