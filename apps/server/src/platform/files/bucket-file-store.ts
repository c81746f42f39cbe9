import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { backOffFrom, retry } from '../retry.ts'
import type { FileStat, FileStore } from './file-store.ts'
import { FileStoreAwayError } from './file-store-away.ts'
import { draftFolder } from './passing-folders.ts'

/**
 * A bucket, or a folder of one, as a file store: one whose listing names every file below a folder. A name is there when
 * its last byte is.
 */
export function openBucketFileStore(bucket: FileConnector): FileStore {
  const write = (path: string, content: Readable | Uint8Array | string) =>
    content instanceof Readable
      ? writeStream(bucket, placeOf(path), content)
      : asking(() => bucket.write(placeOf(path), once(content)), judgeWriting)
  return {
    async list(folder) {
      const found: FileStat[] = []
      for await (const entry of below(bucket, placeOf(folder))) found.push(statOf(entry))
      return found
    },
    async *names() {
      for await (const { path } of below(bucket, '')) yield path
    },
    async stat(path) {
      const found = await asking(() => bucket.find(placeOf(path)))
      return found?.kind === 'file' ? statOf(found) : undefined
    },
    async read(path) {
      const { bytes } = await asking(() => bucket.open(placeOf(path)))
      return Readable.from(bytes, { objectMode: false })
    },
    readBytes: (path) =>
      asking(async () => {
        const { bytes } = await bucket.open(placeOf(path))
        return buffer(bytes)
      }),
    write,
    create: write,
    async move(from, to) {
      await asking(() => bucket.move(placeOf(from), placeOf(to)))
    },
    async delete(path) {
      const place = placeOf(path)
      if (place !== '') await asking(() => bucket.remove(place))
      for await (const entry of below(bucket, place)) await asking(() => bucket.remove(entry.path))
    },
    async check() {
      await judged(() => bucket.write(checkPath, once('')), judgeWriting)
    },
  }
}

/** Written over and over: who may only read is told before the first document. */
const checkPath = `${draftFolder}/check`

/** Names never come from a user; this is the second bolt. */
function placeOf(path: string): string {
  if (path.startsWith('/') || path.split('/').includes('..')) {
    throw new Error(`The path ${JSON.stringify(path)} leads out of the file store.`)
  }
  return path
}

const statOf = ({ path, size, modifiedAt }: FileEntry): FileStat => ({
  path,
  size: size ?? 0,
  modifiedAt: modifiedAt ?? new Date(0),
})

/** Every file below a folder, page by page: what they take in memory does not grow with them. */
async function* below(bucket: FileConnector, folder: string): AsyncGenerator<FileEntry> {
  try {
    for await (const page of bucket.list(folder)) yield* page
  } catch (error) {
    if (!isMissing(error)) throw judge(error)
  }
}

async function* once(content: Uint8Array | string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content)
}

/** A stream is read once, so there is one attempt; what its source throws is not the bucket's fault. */
async function writeStream(bucket: FileConnector, path: string, content: Readable): Promise<void> {
  let broken: unknown
  async function* watched() {
    try {
      yield* content as AsyncIterable<Uint8Array>
    } catch (error) {
      broken = error
      throw error
    }
  }
  try {
    await bucket.write(path, inBytes(watched()))
  } catch (error) {
    if (broken === undefined) throw judgeWriting(error)
    throw new Error('A file could not be stored.', { cause: broken })
  }
}

async function* inBytes(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

/** Asked again while that may help, for as long as a person would wait. */
const asking = <T>(run: () => Promise<T>, how = judge): Promise<T> =>
  retry(() => judged(run, how), whileAway, { wait: (seconds) => sleep(seconds * 1000) })

const whileAway = {
  attempts: 4,
  isRetryable: (error: unknown) =>
    error instanceof FileStoreAwayError &&
    error.cause instanceof ProviderError &&
    error.cause.isRetryable,
  waitSeconds: backOffFrom(0.2, 1),
}

async function judged<T>(run: () => Promise<T>, how = judge): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw how(error)
  }
}

const isMissing = (error: unknown) => error instanceof ProviderError && error.code === 'not-found'

/** A file that is not there is one thing; a bucket that does not answer, or knows us no more, another. */
function judge(error: unknown): unknown {
  return isMissing(error)
    ? new Error('There is no such file.', { cause: error })
    : judgeWriting(error)
}

/** Where something is written, nothing but the bucket itself can be missing. */
function judgeWriting(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error
  return new FileStoreAwayError(`The file store cannot be used. ${error.message}`, { cause: error })
}
