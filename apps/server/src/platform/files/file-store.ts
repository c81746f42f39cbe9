import type { Readable } from 'node:stream'

export type FileStat = { readonly path: string; readonly size: number; readonly modifiedAt: Date }

/**
 * Storage of files. Paths are relative, made of names joined by `/`, and never come from a user:
 * feature modules build them from ids.
 */
export type FileStore = {
  list(folder: string): Promise<FileStat[]>
  /** Lists all complete files in no particular order; there may be any number. */
  listPaths(): AsyncIterable<string>
  stat(path: string): Promise<FileStat | undefined>
  /** Throws when there is no such file. */
  read(path: string): Promise<Readable>
  readBytes(path: string): Promise<Uint8Array>
  /** Writes atomically, also across a crash; durable when this resolves. */
  write(path: string, content: Readable | Uint8Array | string): Promise<void>
  /**
   * Writes a file under a name that nothing refers to yet. Durable when this resolves, and only
   * then may something refer to it: a crash before may leave a partial file.
   */
  create(path: string, bytes: Uint8Array): Promise<void>
  move(from: string, to: string): Promise<void>
  /** Deletes a file, or a folder with its contents; does nothing if it does not exist. */
  delete(path: string): Promise<void>
  /** Throws `FileStoreUnavailableError` if it cannot be used. */
  check(): Promise<void>
}
