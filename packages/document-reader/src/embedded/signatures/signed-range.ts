import type { SignedPart } from './signed-part.ts'

export type SignedRange = {
  /** The signed ranges, joined. */
  readonly bytes: Uint8Array
  /** Whether nothing but blanks stands behind it in the file. */
  readonly isWholeFile: boolean
}

/** So far into a file readers look for its header; what stands before it they pass over. */
const headWithin = 1024

/**
 * The bytes that a signature is about: all from the file's first to some later one, but for the signature itself.
 * Bytes before the header, such as a gateway puts there, are no part of the document: places are counted from the file's
 * first byte where the signature stands there, else from the header. `undefined` where it leaves out anything else, for what
 * is left out can be changed without breaking it.
 */
export function signedRange(file: Uint8Array, signed: SignedPart): SignedRange | undefined {
  const header = Buffer.from(file.subarray(0, headWithin)).indexOf('%PDF-')
  return rangeIn(file, signed) ?? (header > 0 ? rangeIn(file.subarray(header), signed) : undefined)
}

function rangeIn(file: Uint8Array, signed: SignedPart): SignedRange | undefined {
  const [firstStart, firstLength, secondStart, secondLength, ...extraNumbers] = signed.range
  if (
    firstStart !== 0 ||
    firstLength === undefined ||
    secondStart === undefined ||
    secondLength === undefined
  )
    return undefined
  const isOrdered =
    extraNumbers.length === 0 && firstLength > 0 && secondStart > firstLength && secondLength > 0
  const end = secondStart + secondLength
  if (!isOrdered || end > file.length) return undefined
  if (!isSignature(file.subarray(firstLength, secondStart), signed.contents)) return undefined
  const bytes = new Uint8Array(firstLength + secondLength)
  bytes.set(file.subarray(0, firstLength))
  bytes.set(file.subarray(secondStart, end), firstLength)
  return { bytes, isWholeFile: file.subarray(end).every(isBlank) }
}

const isBlank = (byte: number) => byte === 0 || byte === 32 || (byte >= 9 && byte <= 13)

/** Whether the gap holds this signature in hexadecimal digits between angle brackets, and nothing beside it. */
function isSignature(gap: Uint8Array, contents: Uint8Array): boolean {
  const text = Buffer.from(gap).toString('latin1')
  if (!/^<[0-9A-Fa-f\s]*>$/.test(text)) return false
  const gapBytes = Buffer.from(text.slice(1, -1).replace(/\s+/g, ''), 'hex')
  return gapBytes.equals(contents)
}
