import { detectType } from './detect-type.ts'
import { ReadError } from './read-error.ts'

type Given = {
  readonly bytes: Uint8Array
  readonly name: string | undefined
  readonly maxBytes: number
}

/** Refuses what no PDF reader should be asked, and answers the bytes from the PDF header on. */
export function checkInput({ bytes, name, maxBytes }: Given): Uint8Array {
  const file = nameOf(name)
  if (bytes.length === 0) throw new ReadError('empty-file', `${file} is empty (0 bytes).`)
  if (bytes.length > maxBytes)
    throw new ReadError(
      'too-large',
      `${file} has ${inMegabytes(bytes.length)}; at most ${inMegabytes(maxBytes)} are read.`,
    )

  const type = detectType(bytes)
  if (type.kind === 'pdf') return bytes.subarray(type.start)
  if (name && /\.pdf$/i.test(name) && type.kind !== 'unknown')
    throw new ReadError('type-mismatch', `${file} is not a PDF: its content is ${type.label}.`)
  throw new ReadError(
    'unsupported-type',
    `${file} is ${type.label}; only PDF documents can be read.`,
  )
}

/** How messages call a file. */
export function nameOf(name: string | undefined): string {
  return name ? `“${name}”` : 'The file'
}

function inMegabytes(bytes: number): string {
  return `${Math.round((bytes / 1_000_000) * 10) / 10} MB`
}
