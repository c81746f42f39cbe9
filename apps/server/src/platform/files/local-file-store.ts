import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStat, FileStore } from './file-store.ts'
import { FileStoreAwayError } from './file-store-away.ts'
import { type FolderMaker, openFolderMaker } from './make-folders.ts'
import { draftFolder } from './passing-folders.ts'
import { syncFolder } from './sync-folder.ts'

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
  const folders = openFolderMaker()
  const drafts = join(top, draftFolder)
  return {
    list: (folder) => listBelow(top, place(folder)),
    names: () => namesBelow(top),
    stat: (path) => statOf(top, place(path)),
    async read(path) {
      const file = await open(place(path))
      return file.createReadStream()
    },
    readBytes: (path) => readFile(place(path)),
    write: (path, content) => writeWhole({ folders, drafts }, place(path), content),
    create: (path, bytes) => createWhole(folders, place(path), bytes),
    async move(from, to) {
      await folders.make(dirname(place(to)))
      await rename(place(from), place(to))
      await keepName(folders, place(to))
    },
    delete: (path) => rm(place(path), { recursive: true, force: true }),
    check: () => checkFolder(top),
  }
}

type Writing = { readonly folders: FolderMaker; readonly drafts: string }

/** Writes a draft, makes it durable, and only then gives it its name. */
async function writeWhole(
  { folders, drafts }: Writing,
  path: string,
  content: Readable | Uint8Array | string,
): Promise<void> {
  await folders.make(dirname(path))
  const draft = join(drafts, randomUUID())
  try {
    await inFolder(folders, draft, () => writeDraft(draft, content))
    await rename(draft, path)
    await keepName(folders, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw new Error('A file could not be stored.', { cause })
  }
}

async function writeDraft(draft: string, content: Readable | Uint8Array | string): Promise<void> {
  const handle = await open(draft, 'wx', 0o600)
  if (content instanceof Readable) {
    // Closes the handle, also when the content breaks off.
    return pipeline(content, handle.createWriteStream({ flush: true }))
  }
  try {
    await handle.writeFile(content)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

async function createWhole(folders: FolderMaker, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await inFolder(folders, path, () => writeDraft(path, bytes))
    await keepName(folders, path)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true })
    throw new Error('A file could not be stored.', { cause })
  }
}

/** Most folders are there, so one is made only when it turns out to be missing. */
async function inFolder<T>(folders: FolderMaker, path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await folders.make(dirname(path))
    return act()
  }
}

async function keepName(folders: FolderMaker, path: string): Promise<void> {
  await Promise.all([syncFolder(dirname(path)), folders.settled()])
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

/** A folder that is not there yet is made by the first file. */
async function checkFolder(folder: string): Promise<void> {
  try {
    await stat(folder)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw new FileStoreAwayError(`The file store cannot be used: ${code}.`, { cause })
  }
}

async function* namesBelow(top: string): AsyncGenerator<string> {
  const entries = await opendir(top, { recursive: true }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return []
    throw new Error('A folder could not be listed.', { cause })
  })
  for await (const entry of entries) {
    if (!isWhole(entry)) continue
    yield relative(top, join(entry.parentPath, entry.name)).split(sep).join('/')
  }
}

/** Drafts of an earlier version lay beside what they were to become. */
const isWhole = (entry: Dirent) => entry.isFile() && !entry.name.endsWith('.draft')

async function listBelow(top: string, folder: string): Promise<FileStat[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return []
      throw new Error('A folder could not be listed.', { cause })
    },
  )
  const files = entries.filter(isWhole)
  const found = await Promise.all(files.map((f) => statOf(top, join(f.parentPath, f.name))))
  return found.filter((one) => one !== undefined)
}
