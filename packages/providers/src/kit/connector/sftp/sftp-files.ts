import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import type { FileEntry } from '@recto/provider-spec/file-connector'
import type { FileEntryWithStats, Stats } from 'ssh2'
import { fileChangedError } from '../bytes.ts'
import { type Files, fileEntry, folderEntry } from '../open-files.ts'
import { joinPath, notFoundError, segmentsOf } from '../paths.ts'
import { ServiceFailure } from '../service-failure.ts'
import { hasStatus, ignoreMissing, type Requests, requestsOf, sftpStatus } from './requests.ts'
import type { SharedSession } from './shared-session.ts'

/** Number of bytes that every server returns in one message. */
const partBytes = 32 * 1024
/** Parts in flight at a time, so that the latency of a distant server is not paid for each part. */
const partsAtOnce = 16

/** Presents a folder of an SFTP server as the file tree of a connector. */
export class SftpFiles implements Files {
  readonly showsUnfinishedFiles = true
  readonly #base: string
  readonly #shared: SharedSession

  constructor(base: string, shared: SharedSession) {
    this.#base = base
    this.#shared = shared
  }

  async check(signal: AbortSignal): Promise<void> {
    const entry = await this.find('', signal)
    if (entry?.kind !== 'folder') throw notFoundError(this.#base)
  }

  async *list(folder: string, signal: AbortSignal): AsyncGenerator<readonly FileEntry[]> {
    const { session, release } = await this.#shared.acquire(signal)
    const own = segmentsOf(folder).join('/')
    const ask = requestsOf(session.sftp)
    const whileConnected = <T>(promise: Promise<T>) =>
      Promise.race([promise, session.connectionEnd])
    try {
      const handle = await whileConnected(ask.openFolder(this.#placeOf(folder)))
      try {
        for (;;) {
          signal.throwIfAborted()
          const items = await whileConnected(ask.nextEntries(handle))
          if (items === undefined) return
          const entries = items.map((one) => this.#entryOf(ask, own, one))
          yield (await whileConnected(Promise.all(entries))).filter((entry) => entry !== undefined)
        }
      } finally {
        ask.close(handle).catch(() => undefined)
      }
    } finally {
      release()
    }
  }

  find(path: string, signal: AbortSignal): Promise<FileEntry | undefined> {
    return this.#withRequests(signal, async (ask) => {
      const stats = await ask.stat(this.#placeOf(path)).catch(ignoreMissing)
      return stats && entryOf(segmentsOf(path).join('/'), stats)
    })
  }

  async open(path: string, signal: AbortSignal, reading: AbortSignal) {
    const { session, release } = await this.#shared.acquire(signal)
    try {
      const ask = requestsOf(session.sftp)
      const whileConnected = <T>(promise: Promise<T>) =>
        Promise.race([promise, session.connectionEnd])
      const handle = await whileConnected(ask.open(this.#placeOf(path), 'r'))
      const entry = entryOf(
        segmentsOf(path).join('/'),
        await whileConnected(ask.statOpened(handle)),
      )
      if (entry?.kind !== 'file') throw notFoundError(path)
      const bytes = bytesOf({ ask, whileConnected, handle, entry, signal: reading }, release)
      return { entry, bytes }
    } catch (error) {
      release()
      throw error
    }
  }

  write(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    return this.#withRequests(signal, async (ask) => {
      const place = this.#placeOf(path)
      this.#assertBelow(place)
      await makeFolders(ask, posix.dirname(place))
      // The temporary file is in the same folder, so that the final rename stays on one disk.
      const temporaryPath = posix.join(posix.dirname(place), `.${randomUUID()}.part`)
      const handle = await ask.open(temporaryPath, 'wx')
      try {
        await writeAll(ask, handle, bytes, signal).finally(() => ask.close(handle))
        await ask.replace(temporaryPath, place)
      } catch (error) {
        await ask.remove(temporaryPath).catch(() => undefined)
        throw error
      }
    })
  }

  move(from: string, to: string, signal: AbortSignal): Promise<void> {
    return this.#withRequests(signal, async (ask) => {
      const old = this.#placeOf(from)
      const place = this.#placeOf(to)
      this.#assertBelow(place)
      const stats = await ask.stat(old).catch(ignoreMissing)
      if (!stats?.isFile()) throw notFoundError(from)
      await makeFolders(ask, posix.dirname(place))
      await ask.replace(old, place)
    })
  }

  remove(path: string, signal: AbortSignal): Promise<void> {
    return this.#withRequests(signal, async (ask) => {
      const place = this.#placeOf(path)
      this.#assertBelow(place)
      await ask.remove(place).catch(ignoreMissing)
    })
  }

  close(): void {
    this.#shared.close()
  }

  async #entryOf(ask: Requests, own: string, item: FileEntryWithStats) {
    const { filename, attrs } = item
    // A malicious server could use such a name to leave the folder.
    if (filename === '' || filename.includes('/')) return undefined
    const path = joinPath(own, filename)
    if (!attrs.isSymbolicLink()) return entryOf(path, attrs)
    const target = await ask.stat(this.#placeOf(path)).catch(() => undefined)
    return target && entryOf(path, target)
  }

  #withRequests<T>(signal: AbortSignal, run: (ask: Requests) => Promise<T>): Promise<T> {
    return this.#shared.use(signal, ({ sftp }) => run(requestsOf(sftp)))
  }

  #placeOf(path: string): string {
    return posix.join(this.#base, ...segmentsOf(path))
  }

  #assertBelow(place: string): void {
    if (place === posix.join(this.#base)) {
      throw new ServiceFailure('refused', 'This is a folder, not a file.')
    }
  }
}

type Reading = {
  readonly ask: Requests
  readonly whileConnected: <T>(promise: Promise<T>) => Promise<T>
  readonly handle: Buffer
  readonly entry: FileEntry
  readonly signal: AbortSignal
}

async function* bytesOf(reading: Reading, release: () => void): AsyncGenerator<Uint8Array> {
  const { ask, whileConnected, handle, entry, signal } = reading
  const size = entry.size ?? 0
  const pendingReads: Promise<Buffer>[] = []
  let from = 0
  try {
    while (from < size || pendingReads.length > 0) {
      signal.throwIfAborted()
      while (from < size && pendingReads.length < partsAtOnce) {
        const part = ask.read(handle, from, Math.min(partBytes, size - from))
        // A caller that stops early awaits none of the pending reads.
        part.catch(() => undefined)
        pendingReads.push(part)
        from += partBytes
      }
      const next = pendingReads.shift()
      if (next) yield await whileConnected(next)
    }
    const entryAfterReading = entryOf(entry.path, await whileConnected(ask.statOpened(handle)))
    if (entryAfterReading?.version !== entry.version) throw fileChangedError()
  } finally {
    ask.close(handle).catch(() => undefined)
    release()
  }
}

async function writeAll(
  ask: Requests,
  handle: Buffer,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const pendingWrites: Promise<void>[] = []
  let from = 0
  for await (const chunk of bytes) {
    for (let index = 0; index < chunk.length; index += partBytes) {
      signal.throwIfAborted()
      const part = Buffer.from(chunk.subarray(index, index + partBytes))
      const writing = ask.write(handle, part, from)
      writing.catch(() => undefined)
      pendingWrites.push(writing)
      from += part.length
      if (pendingWrites.length >= partsAtOnce) await pendingWrites.shift()
    }
  }
  await Promise.all(pendingWrites)
}

async function makeFolders(ask: Requests, folder: string): Promise<void> {
  const isThere = async () => (await ask.stat(folder).catch(ignoreMissing))?.isDirectory() ?? false
  if (await isThere()) return
  const parent = posix.dirname(folder)
  if (parent !== folder) await makeFolders(ask, parent)
  await ask.makeFolder(folder).catch(async (error: unknown) => {
    // Another client may have created the folder in the meantime.
    if (!hasStatus(error, sftpStatus.failure) || !(await isThere())) throw error
  })
}

/** Returns the entry of a file or folder; undefined for anything else, such as a device. */
function entryOf(path: string, stats: Stats): FileEntry | undefined {
  const modifiedAt = new Date(stats.mtime * 1000)
  if (stats.isDirectory()) return folderEntry(path, modifiedAt)
  if (!stats.isFile()) return undefined
  return fileEntry(path, {
    size: stats.size,
    modifiedAt,
    version: `${stats.size}-${stats.mtime}`,
  })
}
