import type { Content } from './content.ts'

/** A file of a multipart request; deleted after the request unless it was stored elsewhere. */
export type Upload = {
  readonly field: string
  readonly name: string
  readonly mimeType: string
  readonly size: number
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string
  readonly content: Content
}
