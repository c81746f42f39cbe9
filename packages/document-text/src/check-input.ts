import { detectType } from './detect-type.ts'
import type { DetectedType } from './file-type.ts'
import { ReadError } from './read-error.ts'

export type GivenFile = {
  readonly bytes: Uint8Array
  readonly name: string | undefined
  readonly maxBytes: number
}

export type CheckedFile = {
  /** Of a PDF, from its header on. */
  readonly bytes: Uint8Array
  readonly type: DetectedType
  readonly name: string | undefined
}

/** Refuses what no reader should be asked, and finds out what the file is. Throws `ReadError`. */
export function checkInput({ bytes, name, maxBytes }: GivenFile): CheckedFile {
  const file = nameOf(name)
  if (bytes.length === 0) throw new ReadError('empty-file', `${file} is empty (0 bytes).`)
  if (bytes.length > maxBytes)
    throw new ReadError(
      'too-large',
      `${file} has ${inMegabytes(bytes.length)}; at most ${inMegabytes(maxBytes)} are read.`,
    )

  const type = detectType(bytes, name)
  const isKnown = type.kind !== 'unknown' && type.kind !== 'archive'
  if (isKnown && type.kind !== 'pdf' && name && /\.pdf$/i.test(name))
    throw new ReadError('type-mismatch', `${file} is not a PDF: its content is ${type.label}.`)
  if (type.type === 'unknown' || type.type === 'zip')
    throw new ReadError('unsupported-type', `${file} is ${type.label}, which cannot be read.`)
  return { bytes: bytes.subarray(type.start), type, name }
}

/** How messages call a file. */
export function nameOf(name: string | undefined): string {
  return name ? `“${name}”` : 'The file'
}

function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / 1_000_000) * 10) / 10} MB`
}
