import type { Readable } from 'node:stream'

export type FileStat = { readonly path: string; readonly size: number; readonly modifiedAt: Date }

/**
 * Where bytes live. Paths are relative, made of names joined by `/`, and never come from a user:
 * rooms make them of ids.
 */
export type FileStore = {
  list(folder: string): Promise<FileStat[]>
  /** Every file that is whole, in no order; there may be any number. */
  names(): AsyncIterable<string>
  stat(path: string): Promise<FileStat | undefined>
  /** Throws when there is no such file. */
  read(path: string): Promise<Readable>
  readBytes(path: string): Promise<Uint8Array>
  /** The file is there wholly or not at all, also after a crash; durable when this resolves. */
  write(path: string, content: Readable | Uint8Array | string): Promise<void>
  /**
   * Writes a file whose name nobody has heard of. It is durable when this resolves, and only then may
   * its name be told: a crash before leaves a part of it.
   */
  create(path: string, bytes: Uint8Array): Promise<void>
  move(from: string, to: string): Promise<void>
  /** A file or a folder with all it holds; nothing happens when it does not exist. */
  delete(path: string): Promise<void>
  /** Throws `FileStoreAwayError` while it cannot be used. */
  check(): Promise<void>
}
