import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { exponentialBackOff, retry } from '../retry.ts'
import type { FileStat, FileStore } from './file-store.ts'
import { FileStoreUnavailableError } from './file-store-unavailable.ts'
import { draftFolder } from './temporary-folders.ts'

/**
 * A file that each check overwrites, so that missing write permission shows before the first
 * document.
 */
const checkPath = `${draftFolder}/check`

/**
 * A bucket, or a folder in one, as a file store; its listing must be recursive. A file appears
 * under its name only when its last byte is stored.
 */
export function openBucketFileStore(bucket: FileConnector): FileStore {
  const write = (path: string, content: Readable | Uint8Array | string) =>
    content instanceof Readable
      ? writeStream(bucket, checkedPath(path), content)
      : callBucket(() => bucket.write(checkedPath(path), toStream(content)), toWriteError)
  return {
    async list(folder) {
      const files: FileStat[] = []
      for await (const entry of listBelow(bucket, checkedPath(folder)))
        files.push(toFileStat(entry))
      return files
    },
    async *listPaths() {
      for await (const { path } of listBelow(bucket, '')) yield path
    },
    async stat(path) {
      const entry = await callBucket(() => bucket.find(checkedPath(path)))
      return entry?.kind === 'file' ? toFileStat(entry) : undefined
    },
    async read(path) {
      const { bytes } = await callBucket(() => bucket.open(checkedPath(path)))
      return Readable.from(bytes, { objectMode: false })
    },
    readBytes: (path) =>
      callBucket(async () => {
        const { bytes } = await bucket.open(checkedPath(path))
        return buffer(bytes)
      }),
    write,
    create: write,
    async move(from, to) {
      await callBucket(() => bucket.move(checkedPath(from), checkedPath(to)))
    },
    async delete(path) {
      const checked = checkedPath(path)
      if (checked !== '') await callBucket(() => bucket.remove(checked))
      for await (const entry of listBelow(bucket, checked))
        await callBucket(() => bucket.remove(entry.path))
    },
    async check() {
      await convertErrors(() => bucket.write(checkPath, toStream('')), toWriteError)
    },
  }
}

/** Paths never come from a user; this is a second line of defense. */
function checkedPath(path: string): string {
  if (path.startsWith('/') || path.split('/').includes('..')) {
    throw new Error(`The path ${JSON.stringify(path)} is outside the file store.`)
  }
  return path
}

const toFileStat = ({ path, size, modifiedAt }: FileEntry): FileStat => ({
  path,
  size: size ?? 0,
  modifiedAt: modifiedAt ?? new Date(0),
})

/**
 * Lists every file below a folder, page by page, so that memory use does not grow with their
 * number.
 */
async function* listBelow(bucket: FileConnector, folder: string): AsyncGenerator<FileEntry> {
  try {
    for await (const page of bucket.list(folder)) yield* page
  } catch (error) {
    if (!isMissing(error)) throw toStoreError(error)
  }
}

async function* toStream(content: Uint8Array | string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}

/**
 * A stream can be read only once, so there is a single attempt; errors of its source are not the
 * bucket's fault.
 */
async function writeStream(bucket: FileConnector, path: string, content: Readable): Promise<void> {
  let sourceError: unknown
  async function* watchedContent() {
    try {
      yield* content as AsyncIterable<Uint8Array>
    } catch (error) {
      sourceError = error
      throw error
    }
  }
  try {
    await bucket.write(path, toBytes(watchedContent()))
  } catch (error) {
    if (sourceError === undefined) throw toWriteError(error)
    throw new Error('A file could not be stored.', { cause: sourceError })
  }
}

async function* toBytes(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

const outageRetryPolicy = {
  attempts: 4,
  isRetryable: (error: unknown) =>
    error instanceof FileStoreUnavailableError &&
    error.cause instanceof ProviderError &&
    error.cause.isRetryable,
  waitSeconds: exponentialBackOff(0.2, 1),
}

/** Retries outages for about as long as a person would wait. */
const callBucket = <T>(run: () => Promise<T>, toError = toStoreError): Promise<T> =>
  retry(() => convertErrors(run, toError), outageRetryPolicy, {
    wait: (seconds) => sleep(seconds * 1000),
  })

async function convertErrors<T>(run: () => Promise<T>, toError = toStoreError): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toError(error)
  }
}

const isMissing = (error: unknown) => error instanceof ProviderError && error.code === 'not-found'

/** Distinguishes a missing file from a bucket that is unreachable or refuses access. */
function toStoreError(error: unknown): unknown {
  return isMissing(error)
    ? new Error('The file does not exist.', { cause: error })
    : toWriteError(error)
}

/** On writing, only the bucket itself can be missing. */
function toWriteError(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  return new FileStoreUnavailableError(`The file store cannot be used. ${error.message}`, {
    cause: error,
  })
}
