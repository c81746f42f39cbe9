/** A file of a multipart request, already in the file store; gone after the request unless moved. */
export type Upload = {
  readonly field: string
  readonly name: string
  readonly mimeType: string
  readonly size: number
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string
  /** Its path in the file store. */
  readonly path: string
}
