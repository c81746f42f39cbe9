import type { FileStore } from './file-store.ts'
import { freeMemory } from './upload-memory.ts'

/** Bytes that have arrived: in memory while they are few, otherwise in the file store. */
export type Content = { readonly bytes: Uint8Array } | { readonly path: string }

export async function bytesOf(files: FileStore, content: Content): Promise<Uint8Array> {
  return 'bytes' in content ? content.bytes : files.readBytes(content.path)
}

/** Frees what the content has taken; nothing happens to a file that was moved away meanwhile. */
export async function discardContent(files: FileStore, content: Content): Promise<void> {
  if ('bytes' in content) freeMemory(content.bytes)
  else await files.delete(content.path)
}
