import { nameOf, ReadError } from '@recto/document-text/read-error'
import { detectType } from './detect-type.ts'
import type { DetectedFile } from './file-type.ts'

type GivenFile = {
  readonly bytes: Uint8Array
  readonly name: string | undefined
  readonly maxBytes: number
  /** Whether a ZIP archive is accepted: inside a mail its files are read. */
  readonly acceptsArchives?: boolean
}

/** Refuses what no reader should be asked, and finds out what the file is. Throws `ReadError`. */
export function checkInput(givenFile: GivenFile): DetectedFile {
  const { bytes, name, maxBytes, acceptsArchives = false } = givenFile
  const file = nameOf(name)
  if (bytes.length === 0) throw new ReadError('empty-file', `${file} is empty (0 bytes).`)
  if (bytes.length > maxBytes)
    throw new ReadError(
      'too-large',
      `${file} is ${inMegabytes(bytes.length)}; the limit is ${inMegabytes(maxBytes)}.`,
    )

  const type = detectType(bytes, name)
  const isKnown = type.kind !== 'unknown' && type.kind !== 'archive'
  if (isKnown && type.kind !== 'pdf' && name && /\.pdf$/i.test(name))
    throw new ReadError('type-mismatch', `${file} is not a PDF: its content is ${type.label}.`)
  if (type.type === 'unknown' || (type.type === 'zip' && !acceptsArchives))
    throw new ReadError('unsupported-type', `${file} is ${type.label}, which cannot be read.`)
  return { bytes: bytes.subarray(type.start), type, name }
}

function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / 1_000_000) * 10) / 10} MB`
}
