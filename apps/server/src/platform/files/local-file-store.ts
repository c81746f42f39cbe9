import { randomUUID } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStat, FileStore } from './file-store.ts'
import { FileStoreUnavailableError } from './file-store-unavailable.ts'
import { createFolderMaker, type FolderMaker } from './folder-maker.ts'
import { syncFolder } from './sync-folder.ts'
import { draftFolder } from './temporary-folders.ts'

/** A local folder as a file store. */
export function openLocalFileStore(root: string): FileStore {
  const rootPath = resolve(root)
  const resolvePath = (path: string) => {
    const absolutePath = resolve(rootPath, path)
    if (absolutePath !== rootPath && !absolutePath.startsWith(rootPath + sep)) {
      throw new Error(`The path ${JSON.stringify(path)} is outside the file store.`)
    }
    return absolutePath
  }
  const folders = createFolderMaker()
  const drafts = join(rootPath, draftFolder)
  return {
    list: (folder) => listBelow(rootPath, resolvePath(folder)),
    listPaths: () => listPathsBelow(rootPath),
    stat: (path) => findFileStat(rootPath, resolvePath(path)),
    async read(path) {
      const file = await open(resolvePath(path))
      return file.createReadStream()
    },
    readBytes: (path) => readFile(resolvePath(path)),
    write: (path, content) => writeAtomically({ folders, drafts }, resolvePath(path), content),
    create: (path, bytes) => createDurably(folders, resolvePath(path), bytes),
    async move(from, to) {
      await folders.create(dirname(resolvePath(to)))
      await rename(resolvePath(from), resolvePath(to))
      await syncName(folders, resolvePath(to))
    },
    delete: (path) => rm(resolvePath(path), { recursive: true, force: true }),
    check: () => checkFolder(rootPath),
  }
}

type WriteFolders = { readonly folders: FolderMaker; readonly drafts: string }

/** Writes a draft, makes it durable, and only then gives it its name. */
async function writeAtomically(
  { folders, drafts }: WriteFolders,
  path: string,
  content: Readable | Uint8Array | string,
): Promise<void> {
  await folders.create(dirname(path))
  const draft = join(drafts, randomUUID())
  try {
    await withFolder(folders, draft, () => writeDraft(draft, content))
    await rename(draft, path)
    await syncName(folders, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw new Error('A file could not be stored.', { cause })
  }
}

async function writeDraft(draft: string, content: Readable | Uint8Array | string): Promise<void> {
  const handle = await open(draft, 'wx', 0o600)
  if (content instanceof Readable) {
    // Closes the handle, even if the content fails.
    return pipeline(content, handle.createWriteStream({ flush: true }))
  }
  try {
    await handle.writeFile(content)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

async function createDurably(folders: FolderMaker, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await withFolder(folders, path, () => writeDraft(path, bytes))
    await syncName(folders, path)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') await rm(path, { force: true })
    throw new Error('A file could not be stored.', { cause })
  }
}

/** Runs `run` and, only if the folder turns out to be missing, creates it and runs again. */
async function withFolder<T>(
  folders: FolderMaker,
  path: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await folders.create(dirname(path))
    return run()
  }
}

async function syncName(folders: FolderMaker, path: string): Promise<void> {
  await Promise.all([syncFolder(dirname(path)), folders.waitUntilDurable()])
}

async function findFileStat(rootPath: string, path: string): Promise<FileStat | undefined> {
  try {
    const stats = await stat(path)
    return { path: pathBelow(rootPath, path), size: stats.size, modifiedAt: stats.mtime }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error('A file could not be looked up.', { cause })
  }
}

/** A missing folder is created with the first file. */
async function checkFolder(folder: string): Promise<void> {
  try {
    await stat(folder)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw new FileStoreUnavailableError(`The file store cannot be used: ${code}.`, { cause })
  }
}

async function* listPathsBelow(rootPath: string): AsyncGenerator<string> {
  const entries = await opendir(rootPath, { recursive: true }).catch(
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return []
      throw new Error('A folder could not be listed.', { cause })
    },
  )
  for await (const entry of entries) {
    if (!isCompleteFile(entry)) continue
    yield pathBelow(rootPath, join(entry.parentPath, entry.name))
  }
}

/** Paths of a store have slashes on every system. */
const pathBelow = (rootPath: string, path: string) => relative(rootPath, path).split(sep).join('/')

/** Earlier versions kept drafts next to their target files. */
const isCompleteFile = (entry: Dirent) => entry.isFile() && !entry.name.endsWith('.draft')

async function listBelow(rootPath: string, folder: string): Promise<FileStat[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return []
      throw new Error('A folder could not be listed.', { cause })
    },
  )
  const files = entries.filter(isCompleteFile)
  const stats = await Promise.all(
    files.map((file) => findFileStat(rootPath, join(file.parentPath, file.name))),
  )
  return stats.filter((fileStat) => fileStat !== undefined)
}
