import type { FileStore } from './file-store.ts'
import { freeMemory } from './upload-memory.ts'

/** Received bytes: in memory if few, otherwise in the file store. */
export type Content = { readonly bytes: Uint8Array } | { readonly path: string }

export async function readContent(files: FileStore, content: Content): Promise<Uint8Array> {
  return 'bytes' in content ? content.bytes : files.readBytes(content.path)
}

/** Frees the memory or deletes the file of a content; does nothing if the file has been moved. */
export async function discardContent(files: FileStore, content: Content): Promise<void> {
  if ('bytes' in content) freeMemory(content.bytes)
  else await files.delete(content.path)
}
