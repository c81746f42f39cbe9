import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import type { FileEntry } from '@recto/provider-spec/file-connector'
import type { FileEntryWithStats, Stats } from 'ssh2'
import { changedMeanwhile } from '../bytes.ts'
import { type Files, fileEntry, folderEntry } from '../open-files.ts'
import { joined, notThere, segmentsOf } from '../paths.ts'
import { ServiceFailure } from '../service-failure.ts'
import { hasStatus, type Requests, requestsOf, sftpStatus, unlessGone } from './requests.ts'
import type { SharedSession } from './shared-session.ts'

/** Number of bytes that every server returns in one message. */
const partBytes = 32 * 1024
/** Parts that are on their way at a time, so that a far server need not be waited for at each. */
const partsAtOnce = 16

/** A folder of a server as the tree that a connector shows. */
export class SftpFiles implements Files {
  readonly #base: string
  readonly #shared: SharedSession

  constructor(base: string, shared: SharedSession) {
    this.#base = base
    this.#shared = shared
  }

  async check(signal: AbortSignal): Promise<void> {
    const found = await this.find('', signal)
    if (found?.kind !== 'folder') throw notThere(this.#base)
  }

  async *list(folder: string, signal: AbortSignal): AsyncGenerator<readonly FileEntry[]> {
    const { session, release } = await this.#shared.hold(signal)
    const own = segmentsOf(folder).join('/')
    const ask = requestsOf(session.sftp)
    const whileConnected = <T>(asking: Promise<T>) => Promise.race([asking, session.ended])
    try {
      const handle = await whileConnected(ask.openFolder(this.#placeOf(folder)))
      try {
        for (;;) {
          signal.throwIfAborted()
          const found = await whileConnected(ask.nextEntries(handle))
          if (found === undefined) return
          const entries = found.map((one) => this.#entryOf(ask, own, one))
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
    return this.#within(signal, async (ask) => {
      const stats = await ask.stat(this.#placeOf(path)).catch(unlessGone)
      return stats && entryOf(segmentsOf(path).join('/'), stats)
    })
  }

  async open(path: string, signal: AbortSignal, reading: AbortSignal) {
    const { session, release } = await this.#shared.hold(signal)
    try {
      const ask = requestsOf(session.sftp)
      const whileConnected = <T>(asking: Promise<T>) => Promise.race([asking, session.ended])
      const handle = await whileConnected(ask.open(this.#placeOf(path), 'r'))
      const entry = entryOf(
        segmentsOf(path).join('/'),
        await whileConnected(ask.statOpened(handle)),
      )
      if (entry?.kind !== 'file') throw notThere(path)
      const bytes = bytesOf({ ask, whileConnected, handle, entry, signal: reading }, release)
      return { entry, bytes }
    } catch (error) {
      release()
      throw error
    }
  }

  write(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    return this.#within(signal, async (ask) => {
      const place = this.#placeOf(path)
      this.#assertBelow(place)
      await makeFolders(ask, posix.dirname(place))
      // The temporary file is in the same folder, so that the final rename stays on one disk.
      const half = posix.join(posix.dirname(place), `.${randomUUID()}.part`)
      const handle = await ask.open(half, 'wx')
      try {
        await writeAll(ask, handle, bytes, signal).finally(() => ask.close(handle))
        await ask.replace(half, place)
      } catch (error) {
        await ask.remove(half).catch(() => undefined)
        throw error
      }
    })
  }

  move(from: string, to: string, signal: AbortSignal): Promise<void> {
    return this.#within(signal, async (ask) => {
      const old = this.#placeOf(from)
      const place = this.#placeOf(to)
      this.#assertBelow(place)
      const stats = await ask.stat(old).catch(unlessGone)
      if (!stats?.isFile()) throw notThere(from)
      await makeFolders(ask, posix.dirname(place))
      await ask.replace(old, place)
    })
  }

  remove(path: string, signal: AbortSignal): Promise<void> {
    return this.#within(signal, async (ask) => {
      const place = this.#placeOf(path)
      this.#assertBelow(place)
      await ask.remove(place).catch(unlessGone)
    })
  }

  close(): void {
    this.#shared.close()
  }

  async #entryOf(ask: Requests, own: string, found: FileEntryWithStats) {
    const { filename, attrs } = found
    // A server that lies about names leads nowhere else by it.
    if (filename === '' || filename.includes('/')) return undefined
    const path = joined(own, filename)
    if (!attrs.isSymbolicLink()) return entryOf(path, attrs)
    const target = await ask.stat(this.#placeOf(path)).catch(() => undefined)
    return target && entryOf(path, target)
  }

  #within<T>(signal: AbortSignal, run: (ask: Requests) => Promise<T>): Promise<T> {
    return this.#shared.within(signal, ({ sftp }) => run(requestsOf(sftp)))
  }

  #placeOf(path: string): string {
    return posix.join(this.#base, ...segmentsOf(path))
  }

  #assertBelow(place: string): void {
    if (place === posix.join(this.#base)) {
      throw new ServiceFailure('refused', 'The folder itself is no file.')
    }
  }
}

type Reading = {
  readonly ask: Requests
  readonly whileConnected: <T>(asking: Promise<T>) => Promise<T>
  readonly handle: Buffer
  readonly entry: FileEntry
  readonly signal: AbortSignal
}

async function* bytesOf(reading: Reading, release: () => void): AsyncGenerator<Uint8Array> {
  const { ask, whileConnected, handle, entry, signal } = reading
  const size = entry.size ?? 0
  const coming: Promise<Buffer>[] = []
  let from = 0
  try {
    while (from < size || coming.length > 0) {
      signal.throwIfAborted()
      while (from < size && coming.length < partsAtOnce) {
        const part = ask.read(handle, from, Math.min(partBytes, size - from))
        // A caller that stops early awaits none of the pending reads.
        part.catch(() => undefined)
        coming.push(part)
        from += partBytes
      }
      const next = coming.shift()
      if (next) yield await whileConnected(next)
    }
    const after = entryOf(entry.path, await whileConnected(ask.statOpened(handle)))
    if (after?.version !== entry.version) throw changedMeanwhile()
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
  const going: Promise<void>[] = []
  let from = 0
  for await (const chunk of bytes) {
    for (let index = 0; index < chunk.length; index += partBytes) {
      signal.throwIfAborted()
      const part = Buffer.from(chunk.subarray(index, index + partBytes))
      const writing = ask.write(handle, part, from)
      writing.catch(() => undefined)
      going.push(writing)
      from += part.length
      if (going.length >= partsAtOnce) await going.shift()
    }
  }
  await Promise.all(going)
}

async function makeFolders(ask: Requests, folder: string): Promise<void> {
  const isThere = async () => (await ask.stat(folder).catch(unlessGone))?.isDirectory() ?? false
  if (await isThere()) return
  const above = posix.dirname(folder)
  if (above !== folder) await makeFolders(ask, above)
  await ask.makeFolder(folder).catch(async (error: unknown) => {
    // Somebody else may have made it meanwhile.
    if (!hasStatus(error, sftpStatus.failure) || !(await isThere())) throw error
  })
}

/** Files and folders; what else a disk may hold is no entry. */
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
