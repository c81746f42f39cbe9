import { createHash, randomUUID } from 'node:crypto'
import type { Content } from './content.ts'
import type { FileStore } from './file-store.ts'
import { uploadFolder } from './passing-folders.ts'
import { maxSmallBytes, readAhead } from './read-ahead.ts'
import { type StoredStream, storeStream } from './store-stream.ts'

export type ReceivedContent = Omit<StoredStream, 'path'> & { readonly content: Content }

/**
 * Takes bytes of unknown number: few of them into memory, more into the file store. Throws
 * `TooManyBytesError`.
 */
export async function receiveContent(
  files: FileStore,
  source: AsyncIterable<Uint8Array>,
  { maxBytes }: { readonly maxBytes: number },
): Promise<ReceivedContent> {
  const ahead = await readAhead(source, Math.min(maxSmallBytes, maxBytes))
  if ('bytes' in ahead) {
    const { bytes } = ahead
    const digest = (kind: string) => createHash(kind).update(bytes).digest('hex')
    return { content: ahead, size: bytes.length, hash: digest('sha256'), md5: digest('md5') }
  }
  const wanted = { path: `${uploadFolder}/${randomUUID()}`, maxBytes }
  const { path, ...stored } = await storeStream(files, ahead.whole, wanted)
  return { content: { path }, ...stored }
}
