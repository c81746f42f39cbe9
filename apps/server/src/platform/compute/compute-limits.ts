import { ReadError } from '@recto/document-text/read-error'

/** What one job may have to work on and to say, in megabytes. */
export const computeLimits = {
  /** A document's text as it is stored. */
  document: 128,
  /** What is asked of it, as it crosses to the process: prompts, replies, rows, approved documents. */
  input: 64,
  /** What comes back. */
  result: 64,
} as const

const bytesPerMegabyte = 1024 * 1024

const said = {
  document: 'has too much text to be worked on',
  input: 'has too much asked of it at once',
  result: 'has too much to say at once',
} as const

/** Returns what is refused, and why; nothing where so many bytes are taken. `name` is how messages call the file. */
export function refusalOf(
  what: keyof typeof computeLimits,
  bytes: number,
  name: string,
): ReadError | undefined {
  const most = computeLimits[what]
  if (bytes <= most * bytesPerMegabyte) return undefined
  const taken = Math.ceil(bytes / bytesPerMegabyte)
  return new ReadError('too-large', `${name} ${said[what]}: ${taken} MB; at most ${most} MB.`)
}
