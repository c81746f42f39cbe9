import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { FileStore } from '../file-store.ts'

/** Bytes whose sender goes away half-way. */
export function breaksOff(): Readable {
  async function* broken() {
    yield 'half'
    throw new Error('the caller went away')
  }
  return Readable.from(broken())
}

export async function namesIn(files: FileStore): Promise<string[]> {
  const names: string[] = []
  for await (const name of files.names()) names.push(name)
  return names.sort()
}

/** What every file store does, whatever it is made of. */
export function testFileStore(name: string, files: () => FileStore): void {
  test(`${name}: no path leads out of the store`, async () => {
    for (const path of ['../outside', 'a/../../outside', '/etc/passwd']) {
      await expect(async () => files().readBytes(path)).rejects.toThrow('leads out')
      await expect(async () => files().write(path, 'x')).rejects.toThrow('leads out')
    }
  })

  test(`${name}: a file that breaks off while it is written is not there`, async () => {
    await expect(files().write('suite/half', breaksOff())).rejects.toThrow('could not be stored')

    expect(await files().stat('suite/half')).toBeUndefined()
  })

  test(`${name}: what is not there cannot be read, and is as good as deleted`, async () => {
    await expect(files().readBytes('suite/none')).rejects.toThrow()
    await expect(files().read('suite/none')).rejects.toThrow()
    await expect(files().move('suite/none', 'suite/other')).rejects.toThrow()
    await files().delete('suite/none')
    expect(await files().list('suite/none')).toEqual([])
  })

  test(`${name}: what was written is read, listed, moved and deleted`, async () => {
    await files().write('b/one', 'first')
    await files().write('b/deep/two', Readable.from(['sec', 'ond']))
    await files().write('b/empty', '')
    await files().move('b/one', 'c/one')

    expect(await text(await files().read('c/one'))).toBe('first')
    expect(String(await files().readBytes('b/deep/two'))).toBe('second')
    const listed = (await files().list('b')).map(({ path, size }) => [path, size])
    expect(listed.sort()).toEqual([
      ['b/deep/two', 6],
      ['b/empty', 0],
    ])
    expect(await files().stat('b/deep/two')).toMatchObject({ size: 6 })
    expect(await files().stat('b/deep')).toSatisfy((one) => one === undefined || one.size >= 0)
    await files().delete('b')
    expect(await files().list('b')).toEqual([])
    await files().delete('b')
    expect(await files().stat('c/one')).toMatchObject({ size: 5 })
  })

  test(`${name}: what is written again takes the place of what was there`, async () => {
    await files().write('again/one', 'first')
    await files().write('again/one', 'second')

    expect(String(await files().readBytes('again/one'))).toBe('second')
  })

  test(`${name}: a file of many megabytes comes back as it went`, async () => {
    const chunk = Buffer.alloc(1024 * 1024, 7)
    await files().write('large/one', Readable.from(Array.from({ length: 17 }, () => chunk)))

    let size = 0
    for await (const bytes of await files().read('large/one')) size += bytes.length
    expect(size).toBe(17 * chunk.length)
    await files().delete('large')
  })

  test(`${name}: many files come into folders that are made while they come`, async () => {
    const names = Array.from({ length: 40 }, (_, i) => `shards/${i % 4}/deep/${i}`)
    await Promise.all(names.map((name) => files().create(name, Buffer.from(name))))

    const found = await files().list('shards')
    expect(found.map(({ path }) => path).sort()).toEqual(names.sort())
    const all = await namesIn(files())
    expect(all.filter((path) => path.startsWith('shards/'))).toEqual(names)
    await files().check()
  })
}
