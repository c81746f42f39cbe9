import { ReadError } from '@recto/document-text/read-error'

/** Size limits of one job, in megabytes. */
export const computeLimits = {
  /** The stored text of a document. */
  document: 128,
  /** The serialized input: prompts, replies, rows, approved documents. */
  input: 64,
  /** The serialized result. */
  result: 64,
} as const

const bytesPerMegabyte = 1024 * 1024

const reasons = {
  document: 'has too much text to process',
  input: 'needs too much data to process at once',
  result: 'produced too large a result',
} as const

/** Returns an error if the size is over the limit. `name` is the file's name in messages. */
export function checkSize(
  kind: keyof typeof computeLimits,
  bytes: number,
  name: string,
): ReadError | undefined {
  const maxMegabytes = computeLimits[kind]
  if (bytes <= maxMegabytes * bytesPerMegabyte) return undefined
  const megabytes = Math.ceil(bytes / bytesPerMegabyte)
  return new ReadError(
    'too-large',
    `${name} ${reasons[kind]}: ${megabytes} MB. The limit is ${maxMegabytes} MB.`,
  )
}
