import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStat, FileStore } from './file-store.ts'

/** A folder of this machine as a file store. */
export function openLocalFileStore(root: string): FileStore {
  const top = resolve(root)
  const place = (path: string) => {
    const whole = resolve(top, path)
    if (whole !== top && !whole.startsWith(top + sep)) {
      throw new Error(`The path ${JSON.stringify(path)} leads out of the file store.`)
    }
    return whole
  }
  return {
    list: (folder) => listBelow(top, place(folder)),
    stat: (path) => statOf(top, place(path)),
    async read(path) {
      const file = await open(place(path))
      return file.createReadStream()
    },
    readBytes: (path) => readFile(place(path)),
    write: (path, content) => writeWhole(place(path), content),
    async move(from, to) {
      await mkdir(dirname(place(to)), { recursive: true })
      await rename(place(from), place(to))
    },
    delete: (path) => rm(place(path), { recursive: true, force: true }),
  }
}

/** Writes beside the target, makes it durable, and only then gives it its name. */
async function writeWhole(path: string, content: Readable | Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}.draft`
  try {
    const source = content instanceof Readable ? content : Readable.from([content])
    await pipeline(source, createWriteStream(draft, { flush: true }))
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw new Error('A file could not be stored.', { cause })
  }
}

async function statOf(top: string, path: string): Promise<FileStat | undefined> {
  try {
    const found = await stat(path)
    return { path: relative(top, path), size: found.size, modifiedAt: found.mtime }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error('A file could not be looked up.', { cause })
  }
}

async function listBelow(top: string, folder: string): Promise<FileStat[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return []
      throw new Error('A folder could not be listed.', { cause })
    },
  )
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.draft'))
  const found = await Promise.all(files.map((f) => statOf(top, join(f.parentPath, f.name))))
  return found.filter((one) => one !== undefined)
}
