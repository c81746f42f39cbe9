import type { Content } from './content.ts'

/** A file of a multipart request; gone after the request unless somebody has kept it. */
export type Upload = {
  readonly field: string
  readonly name: string
  readonly mimeType: string
  readonly size: number
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string
  readonly content: Content
}
