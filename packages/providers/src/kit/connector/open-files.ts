import type { FileConnector, FileEntry, OpenedFile } from '@recto/provider-spec/file-connector'
import { exactly } from './bytes.ts'
import type { ConnectorCall } from './connector-call.ts'

type Found = OpenedFile & {
  /** How many bytes come, where that is not the size of the entry; null where nobody knows. */
  readonly size?: number | null
}

/** Folders and files as one service has them. What it throws may be anything, and its time is not its own affair. */
export type Files = {
  check(signal: AbortSignal): Promise<unknown>
  list(folder: string, signal: AbortSignal): AsyncIterable<readonly FileEntry[]>
  find(path: string, signal: AbortSignal): Promise<FileEntry | undefined>
  /** The second signal is for what lasts as long as the file is read. */
  open(path: string, signal: AbortSignal, reading: AbortSignal): Promise<Found>
  write(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<unknown>
  move(from: string, to: string, signal: AbortSignal): Promise<unknown>
  remove(path: string, signal: AbortSignal): Promise<unknown>
  /** Closes a connection that is reused between calls. */
  close?(): void
}

const endless = new AbortController().signal

/** A connector of them: each step in its time, and every failure a `ProviderError`. */
export function openFiles(call: ConnectorCall, files: Files): FileConnector {
  return {
    check: async (options) => void (await call.step(options, (signal) => files.check(signal))),
    list: (folder, options) => call.stream(options, (signal) => files.list(folder, signal)),
    find: (path, options) => call.step(options, (signal) => files.find(path, signal)),
    open: (path, options) =>
      call.step(options, async (signal) => {
        const found = await files.open(path, signal, options?.signal ?? endless)
        const { entry, bytes, size = entry.size } = found
        return { entry, bytes: call.stream(options, () => exactly(size, bytes)) }
      }),
    write: async (path, bytes, options) => {
      await call.long(options, () => files.write(path, bytes, options?.signal ?? endless))
    },
    move: async (from, to, options) => {
      await call.long(options, () => files.move(from, to, options?.signal ?? endless))
    },
    remove: async (path, options) =>
      void (await call.step(options, (signal) => files.remove(path, signal))),
    close: async () => files.close?.(),
  }
}

const nothing = { size: null, modifiedAt: null, contentType: null, version: null }

export const folderEntry = (path: string, modifiedAt: Date | null = null): FileEntry => ({
  ...nothing,
  path,
  kind: 'folder',
  modifiedAt,
})

/** A file of which more is said than its name, or not. */
export const fileEntry = (
  path: string,
  known: Partial<Omit<FileEntry, 'path' | 'kind'>>,
): FileEntry => ({ ...nothing, ...known, path, kind: 'file' })

/** Whether there is a folder, for services whose folders are nothing but the beginning of keys. */
export async function isThere(
  pages: AsyncIterable<readonly FileEntry[]>,
  isMissing: (error: unknown) => boolean,
): Promise<boolean> {
  try {
    for await (const page of pages) if (page.length > 0) break
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
