export type ReadErrorCode =
  | 'empty-file'
  | 'unsupported-type'
  | 'type-mismatch'
  | 'broken-file'
  | 'password-needed'
  | 'password-wrong'
  | 'needs-ocr'
  | 'no-such-page'
  | 'language-missing'
  | 'office-missing'
  | 'too-large'
  | 'too-many-pages'
  | 'timed-out'
  | 'reader-crashed'
  /** The reader could not start, or was ended from outside: it says nothing of the document. */
  | 'interrupted'

/** A document that cannot be read, with a code that a caller can switch on and a text for a person. */
export class ReadError extends Error {
  override readonly name = 'ReadError'
  readonly code: ReadErrorCode

  constructor(code: ReadErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Returns the name of a file for messages. */
export function nameOf(name: string | undefined): string {
  return name ? `“${name}”` : 'The file'
}
