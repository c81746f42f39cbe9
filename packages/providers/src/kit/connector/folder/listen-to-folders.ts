import { type FSWatcher, watch } from 'node:fs'
import { lstat, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceFailure } from '../service-failure.ts'

/** A folder on this machine, with its path below the root of the connector. */
type ListenedFolder = { readonly place: string; readonly path: string }

/** A change of a file at a place, with its path below the root of the connector. */
type ChangedFile = ListenedFolder

type FolderListening = {
  readonly folders: readonly ListenedFolder[]
  readonly includesSubfolders: boolean
  readonly signal: AbortSignal
  onListening(): void
  onArrival(paths: readonly string[]): Promise<void>
}

/** Further folders are left to the poll: the system has a limited number of watches. */
const maxFolders = 1000
/** Paths of one call; more are reported without their names. */
const maxPaths = 100
const collectMilliseconds = 50
/** Interval at which it is checked that the folders are still the same ones. */
const checkMilliseconds = 5000

/**
 * Listens for changes in folders until the signal is aborted. The system says nothing about a folder that is replaced,
 * so each is also looked at from time to time. Throws when one is gone.
 */
export async function listenToFolders(request: FolderListening): Promise<void> {
  const { folders, signal, onListening, onArrival } = request
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  const changes = collectChanges(onArrival, failure.reject)
  const watches = openFolderWatches(request, { onChange: changes.add, onError: failure.reject })
  try {
    for (const folder of folders) await watches.add(folder)
    onListening()
    while (!signal.aborted) {
      const wait = sleep(checkMilliseconds, undefined, { signal }).catch(() => undefined)
      await Promise.race([wait, failure.promise])
      if (!signal.aborted) await watches.assertSame()
    }
  } finally {
    watches.close()
    changes.stop()
  }
}

/**
 * Reports changed files together, because a file that is being written changes many times. What is no file, or gone, is no
 * arrival.
 */
function collectChanges(
  onArrival: FolderListening['onArrival'],
  onError: (error: unknown) => void,
) {
  let files = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  const report = async () => {
    const changedFiles = files
    files = new Map()
    timer = undefined
    if (changedFiles.size > maxPaths) return onArrival([])
    const paths: string[] = []
    for (const [path, place] of changedFiles) {
      const stats = await stat(place).catch(() => undefined)
      if (stats?.isFile()) paths.push(path)
    }
    if (paths.length > 0) await onArrival(paths)
  }
  return {
    add({ path, place }: ChangedFile): void {
      if (files.size <= maxPaths) files.set(path, place)
      timer ??= setTimeout(() => report().catch(onError), collectMilliseconds)
    },
    stop: () => clearTimeout(timer),
  }
}

type WatchEvents = {
  readonly onChange: (file: ChangedFile) => void
  readonly onError: (error: unknown) => void
}

type FolderWatch = { readonly watcher: FSWatcher; readonly inode: bigint; readonly isRoot: boolean }

function openFolderWatches(
  { folders, includesSubfolders }: FolderListening,
  { onChange, onError }: WatchEvents,
) {
  const all = new Map<string, FolderWatch>()
  const roots = new Set(folders.map(({ place }) => place))
  let isClosed = false

  const remove = (place: string) => {
    all.get(place)?.watcher.close()
    all.delete(place)
  }

  async function add({ place, path }: ListenedFolder, { isNew = false } = {}): Promise<void> {
    if (isClosed || all.has(place) || all.size >= maxFolders) return
    const { ino: inode } = await stat(place, { bigint: true })
    const watcher = watch(place, { persistent: false }, (_, name) => {
      if (name === null) return
      const content = { place: join(place, name), path: joinPaths(path, name) }
      onChange(content)
      if (includesSubfolders) addNew(content).catch(onError)
    })
    watcher.on('error', (error) => (roots.has(place) ? onError(error) : remove(place)))
    if (isClosed || all.has(place)) return watcher.close()
    all.set(place, { watcher, inode, isRoot: roots.has(place) })
    if (includesSubfolders) await addContents({ place, path }, isNew)
  }

  /** Watches a new folder, whose files may have been there before the watch. */
  async function addNew(folder: ListenedFolder): Promise<void> {
    if (all.has(folder.place)) return
    const stats = await lstat(folder.place).catch(() => undefined)
    if (stats?.isDirectory()) await add(folder, { isNew: true }).catch(ignoreGone)
  }

  async function addContents({ place, path }: ListenedFolder, isNew: boolean): Promise<void> {
    for await (const entry of await opendir(place)) {
      const content = { place: join(place, entry.name), path: joinPaths(path, entry.name) }
      if (entry.isDirectory()) await add(content, { isNew }).catch(ignoreGone)
      else if (isNew) onChange(content)
    }
  }

  return {
    add,
    async assertSame(): Promise<void> {
      for (const [place, { inode, isRoot }] of all) {
        const stats = await stat(place, { bigint: true }).catch(ignoreGone)
        if (stats?.ino === inode) continue
        if (isRoot)
          throw new ServiceFailure(
            'not-found',
            'The folder was removed or replaced by another one.',
          )
        remove(place)
      }
    },
    close(): void {
      isClosed = true
      for (const place of [...all.keys()]) remove(place)
    },
  }
}

const joinPaths = (folder: string, name: string): string =>
  folder === '' ? name : `${folder}/${name}`

function ignoreGone(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
