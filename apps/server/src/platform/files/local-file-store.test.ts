import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'
import { openLocalFileStore } from './local-file-store.ts'

let folder: string
let files: FileStore

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-files-'))
  files = openLocalFileStore(join(folder, 'store'))
})

afterAll(() => rm(folder, { recursive: true }))

test('no path leads out of the store', async () => {
  await writeFile(join(folder, 'outside'), 'secret')
  const attempts = ['../outside', 'a/../../outside', '/etc/passwd']

  for (const path of attempts) {
    await expect(async () => files.readBytes(path)).rejects.toThrow('leads out')
  }
})

test('a file that breaks off while it is written is not there', async () => {
  async function* broken() {
    yield 'half'
    throw new Error('the caller went away')
  }
  await expect(files.write('a/half', Readable.from(broken()))).rejects.toThrow(
    'could not be stored',
  )

  expect(await files.stat('a/half')).toBeUndefined()
  expect(await readdir(join(folder, 'store', 'a'))).toEqual([])
})

test('what is written is its owner’s alone, whatever the folder was', async () => {
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

test('what was written is read, listed, moved and deleted', async () => {
  await files.write('b/one', 'first')
  await files.write('b/deep/two', Readable.from(['sec', 'ond']))
  await files.move('b/one', 'c/one')

  expect(await text(await files.read('c/one'))).toBe('first')
  expect((await files.list('b')).map(({ path }) => path)).toEqual(['b/deep/two'])
  expect(await files.stat('b/deep/two')).toMatchObject({ size: 6 })
  await files.delete('b')
  expect(await files.list('b')).toEqual([])
  await files.delete('b')
})

test('a file that is created takes the place of none', async () => {
  await files.create('new/one', Buffer.from('first'))

  await expect(files.create('new/one', Buffer.from('second'))).rejects.toThrow(
    'could not be stored',
  )
  expect(String(await files.readBytes('new/one'))).toBe('first')
})

test('many files come into folders that are made while they come', async () => {
  const names = Array.from({ length: 40 }, (_, i) => `shards/${i % 4}/deep/${i}`)
  await Promise.all(names.map((name) => files.create(name, Buffer.from(name))))

  const found = await files.list('shards')
  expect(found.map(({ path }) => path).sort()).toEqual(names.sort())
})

test('what is being written lies in a folder of its own, and nothing of it stays', async () => {
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
