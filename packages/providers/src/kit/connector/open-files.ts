import { omitUndefined } from '@recto/omit-undefined'
import type {
  FileConnector,
  FileEntry,
  ListenRequest,
  OpenedFile,
} from '@recto/provider-spec/file-connector'
import { assertSize } from './bytes.ts'
import type { ConnectorCall } from './connector-call.ts'

type SizedFile = OpenedFile & {
  /** Number of bytes that follow, if it differs from the size of the entry; null if unknown. */
  readonly size?: number | null
}

/** Folders and files of one service. It may throw any error, and `openFiles` adds the time limits. */
export type Files = {
  check(signal: AbortSignal): Promise<unknown>
  list(folder: string, signal: AbortSignal): AsyncIterable<readonly FileEntry[]>
  find(path: string, signal: AbortSignal): Promise<FileEntry | undefined>
  /** The second signal covers the whole time in which the file is read. */
  open(path: string, signal: AbortSignal, reading: AbortSignal): Promise<SizedFile>
  write(path: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<unknown>
  move(from: string, to: string, signal: AbortSignal): Promise<unknown>
  remove(path: string, signal: AbortSignal): Promise<unknown>
  listUnit?(
    path: string,
    metadata: NonNullable<FileEntry['metadata']>,
    signal: AbortSignal,
  ): Promise<readonly FileEntry[]>
  settleUnit?(path: string, outcome: 'done' | 'failed', signal: AbortSignal): Promise<boolean>
  /** Whether there is anything to do with units; true if it is absent. */
  readonly settlesUnits?: boolean
  /** Listens until the signal of the request is aborted. It has no time limit, and must notice a lost connection. */
  listen?(request: ListenRequest): Promise<void>
  readonly needsQueue?: boolean
  readonly showsUnfinishedFiles?: boolean
  /** Closes a connection that is reused between calls. */
  close?(): void
}

const neverSignal = new AbortController().signal

/** Makes a connector with a time limit for each step, whose failures are all `ProviderError`s. */
export function openFiles(call: ConnectorCall, files: Files): FileConnector {
  const { listUnit: listMembers, settleUnit: settleMembers, listen: listenToFiles } = files
  const settleUnit: FileConnector['settleUnit'] =
    settleMembers &&
    ((path, outcome, options) =>
      call.step(options, (signal) => settleMembers.call(files, path, outcome, signal)))
  const listUnit: FileConnector['listUnit'] =
    listMembers &&
    ((path, metadata, options) =>
      call.step(options, (signal) => listMembers.call(files, path, metadata, signal)))
  const listen: FileConnector['listen'] =
    listenToFiles &&
    (async (request) => {
      const { signal } = request
      if (signal.aborted) return
      await call
        .long({ signal }, () => listenToFiles.call(files, request))
        .catch((error: unknown) => {
          if (!signal.aborted) throw error
        })
    })
  const { needsQueue, showsUnfinishedFiles } = files
  const canSettle = files.settlesUnits !== false
  return {
    ...omitUndefined({
      listUnit,
      settleUnit: canSettle ? settleUnit : undefined,
      listen,
      needsQueue,
      showsUnfinishedFiles,
    }),
    check: async (options) => void (await call.step(options, (signal) => files.check(signal))),
    list: (folder, options) => call.stream(options, (signal) => files.list(folder, signal)),
    find: (path, options) => call.step(options, (signal) => files.find(path, signal)),
    open: (path, options) =>
      call.step(options, async (signal) => {
        const file = await files.open(path, signal, options?.signal ?? neverSignal)
        const { entry, bytes, size = entry.size } = file
        return { entry, bytes: call.stream(options, () => assertSize(size, bytes)) }
      }),
    write: async (path, bytes, options) => {
      await call.long(options, () => files.write(path, bytes, options?.signal ?? neverSignal))
    },
    move: async (from, to, options) => {
      await call.long(options, () => files.move(from, to, options?.signal ?? neverSignal))
    },
    remove: async (path, options) =>
      void (await call.step(options, (signal) => files.remove(path, signal))),
    close: async () => files.close?.(),
  }
}

const unknownAttributes = { size: null, modifiedAt: null, contentType: null, version: null }

export const folderEntry = (path: string, modifiedAt: Date | null = null): FileEntry => ({
  ...unknownAttributes,
  path,
  kind: 'folder',
  modifiedAt,
})

/** Makes the entry of a file. Attributes that are not known are null. */
export const fileEntry = (
  path: string,
  attributes: Partial<Omit<FileEntry, 'path' | 'kind'>>,
): FileEntry => ({ ...unknownAttributes, ...attributes, path, kind: 'file' })

/** Tells whether a folder exists, for services whose folders are only key prefixes. */
export async function folderExists(
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
