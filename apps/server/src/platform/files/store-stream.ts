import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FileStore } from './file-store.ts'

/** The content exceeds the limit; nothing of it was stored. */
export class TooManyBytesError extends Error {
  override readonly name = 'TooManyBytesError'
}

export type StoredStream = {
  /** Its path in the file store. */
  readonly path: string
  readonly size: number
  /** SHA-256 and MD5 of the content, hexadecimal. */
  readonly hash: string
  readonly md5: string
}

const tooManyBytes = () => new TooManyBytesError('The file is larger than allowed.')

type StoreStreamOptions = { readonly path: string; readonly maxBytes: number }

/** Writes a stream of unknown length to the file store, counting and hashing it on the way. */
export async function storeStream(
  files: FileStore,
  source: AsyncIterable<Uint8Array>,
  { path, maxBytes }: StoreStreamOptions,
): Promise<StoredStream> {
  const hash = createHash('sha256')
  const md5 = createHash('md5')
  let size = 0
  async function* measureSource() {
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxBytes) throw tooManyBytes()
      hash.update(chunk)
      md5.update(chunk)
      yield chunk
    }
  }
  try {
    await files.write(path, Readable.from(measureSource(), { objectMode: false }))
  } catch (error) {
    // Each file store wraps the error of its source in its own way.
    throw size > maxBytes ? tooManyBytes() : error
  }
  return { path, size, hash: hash.digest('hex'), md5: md5.digest('hex') }
}
