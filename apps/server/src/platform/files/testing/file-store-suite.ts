import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { FileStore } from '../file-store.ts'

/** A stream whose sender disconnects half-way. */
export function createBrokenStream(): Readable {
  async function* broken() {
    yield 'half'
    throw new Error('the caller went away')
  }
  return Readable.from(broken())
}

export async function listSortedPaths(files: FileStore): Promise<string[]> {
  const names: string[] = []
  for await (const name of files.listPaths()) names.push(name)
  return names.sort()
}

/** Tests that every implementation of a file store must pass. */
export function testFileStore(name: string, getFiles: () => FileStore): void {
  test(`${name}: rejects paths outside of the store`, async () => {
    for (const path of ['../outside', 'a/../../outside', '/etc/passwd']) {
      await expect(async () => getFiles().readBytes(path)).rejects.toThrow('is outside')
      await expect(async () => getFiles().write(path, 'x')).rejects.toThrow('is outside')
    }
  })

  test(`${name}: stores nothing of a file whose source fails`, async () => {
    await expect(getFiles().write('suite/half', createBrokenStream())).rejects.toThrow(
      'could not be stored',
    )

    expect(await getFiles().stat('suite/half')).toBeUndefined()
  })

  test(`${name}: a missing file cannot be read or moved, and deleting it does nothing`, async () => {
    await expect(getFiles().readBytes('suite/none')).rejects.toThrow()
    await expect(getFiles().read('suite/none')).rejects.toThrow()
    await expect(getFiles().move('suite/none', 'suite/other')).rejects.toThrow()
    await getFiles().delete('suite/none')
    expect(await getFiles().list('suite/none')).toEqual([])
  })

  test(`${name}: reads, lists, moves and deletes written files`, async () => {
    await getFiles().write('b/one', 'first')
    await getFiles().write('b/deep/two', Readable.from(['sec', 'ond']))
    await getFiles().write('b/empty', '')
    await getFiles().move('b/one', 'c/one')

    expect(await text(await getFiles().read('c/one'))).toBe('first')
    expect(String(await getFiles().readBytes('b/deep/two'))).toBe('second')
    const sizes = (await getFiles().list('b')).map(({ path, size }) => [path, size])
    expect(sizes.sort()).toEqual([
      ['b/deep/two', 6],
      ['b/empty', 0],
    ])
    expect(await getFiles().stat('b/deep/two')).toMatchObject({ size: 6 })
    expect(await getFiles().stat('b/deep')).toSatisfy((one) => one === undefined || one.size >= 0)
    await getFiles().delete('b')
    expect(await getFiles().list('b')).toEqual([])
    await getFiles().delete('b')
    expect(await getFiles().stat('c/one')).toMatchObject({ size: 5 })
  })

  test(`${name}: writing a file again replaces it`, async () => {
    await getFiles().write('again/one', 'first')
    await getFiles().write('again/one', 'second')

    expect(String(await getFiles().readBytes('again/one'))).toBe('second')
  })

  test(`${name}: reads a file of many megabytes unchanged`, async () => {
    const chunk = Buffer.alloc(1024 * 1024, 7)
    await getFiles().write('large/one', Readable.from(Array.from({ length: 17 }, () => chunk)))

    let size = 0
    for await (const bytes of await getFiles().read('large/one')) size += bytes.length
    expect(size).toBe(17 * chunk.length)
    await getFiles().delete('large')
  })

  test(`${name}: writes many files at once into folders that do not exist yet`, async () => {
    const names = Array.from({ length: 40 }, (_, i) => `shards/${i % 4}/deep/${i}`)
    await Promise.all(names.map((name) => getFiles().create(name, Buffer.from(name))))

    const files = await getFiles().list('shards')
    expect(files.map(({ path }) => path).sort()).toEqual(names.sort())
    const all = await listSortedPaths(getFiles())
    expect(all.filter((path) => path.startsWith('shards/'))).toEqual(names)
    await getFiles().check()
  })
}
