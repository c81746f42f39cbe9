import { createHash, randomUUID } from 'node:crypto'
import type { Content } from './content.ts'
import type { FileStore } from './file-store.ts'
import { maxInMemoryBytes, readAhead } from './read-ahead.ts'
import { type StoredStream, storeStream } from './store-stream.ts'
import { uploadFolder } from './temporary-folders.ts'

export type ReceivedContent = Omit<StoredStream, 'path'> & { readonly content: Content }

/**
 * Receives a stream of unknown length: into memory if short, otherwise into the file store. Throws
 * `TooManyBytesError`.
 */
export async function receiveContent(
  files: FileStore,
  source: AsyncIterable<Uint8Array>,
  { maxBytes }: { readonly maxBytes: number },
): Promise<ReceivedContent> {
  const readResult = await readAhead(source, Math.min(maxInMemoryBytes, maxBytes))
  if ('bytes' in readResult) {
    const { bytes } = readResult
    const digest = (kind: string) => createHash(kind).update(bytes).digest('hex')
    return { content: readResult, size: bytes.length, hash: digest('sha256'), md5: digest('md5') }
  }
  const options = { path: `${uploadFolder}/${randomUUID()}`, maxBytes }
  const { path, ...metadata } = await storeStream(files, readResult.source, options)
  return { content: { path }, ...metadata }
}
