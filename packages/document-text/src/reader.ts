import type { DocumentText } from './model.ts'

export type ReadOptions = {
  /** The name that the file came with; only for messages and to notice a lie, never as a path. */
  readonly name?: string
  readonly password?: string
  readonly signal?: AbortSignal
}

/** Reads documents outside the caller's thread. One reader serves a whole process. */
export type Reader = {
  /**
   * Reads the text of a document with the position of every word.
   * Throws `ReadError`; a file that breaks its worker fails alone.
   */
  read(bytes: Uint8Array, options?: ReadOptions): Promise<DocumentText>
  close(): Promise<void>
}
