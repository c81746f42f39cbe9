/** The bytes that Windows-1252 leaves undefined decode to control characters too. */
const noText = /(?![\t\n\v\f\r\u0085])[\p{Cc}\ufffd]/u

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

type MarkedEncoding = { readonly encoding: TextEncoding; readonly markLength: number }

/** The encoding that a byte order mark names. */
function markedEncoding(bytes: Uint8Array): MarkedEncoding | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', markLength: 3 }
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', markLength: 2 }
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', markLength: 2 }
  return undefined
}

const utf16Sample = 2048
/** Share of the letters whose other byte is zero; texts in Latin letters have almost no others. */
const minZeroShare = 0.7

/**
 * The encoding that a byte order mark names, or UTF-16 without one: every other byte of a text in Latin letters is zero,
 * and never two in a row.
 */
function utf16Encoding(bytes: Uint8Array): MarkedEncoding | undefined {
  const encodingOfMark = markedEncoding(bytes)
  if (encodingOfMark) return encodingOfMark
  const sample = bytes.subarray(0, utf16Sample)
  const pairs = Math.floor(sample.length / 2)
  if (pairs < 4) return undefined
  const countZeros = (offset: number) =>
    sample.filter((byte, i) => byte === 0 && i % 2 === offset && i < 2 * pairs).length
  const first = countZeros(0)
  const second = countZeros(1)
  if (Math.min(first, second) > 0 || Math.max(first, second) < minZeroShare * pairs)
    return undefined
  return { encoding: first === 0 ? 'utf-16le' : 'utf-16be', markLength: 0 }
}

/**
 * The encoding of a text, or `undefined` for what is no text. What is neither UTF-16 nor
 * UTF-8 is taken for Windows-1252, unless it holds control characters. `isCut` says that the
 * bytes are the beginning of something longer.
 */
export function encodingOf(bytes: Uint8Array, isCut = false): TextEncoding | undefined {
  if (bytes.length === 0) return undefined
  const encodingOfMark = utf16Encoding(bytes)
  if (encodingOfMark)
    return noText.test(decodeAs(bytes, encodingOfMark, isCut)) ? undefined : encodingOfMark.encoding

  const fallbackEncodings: readonly TextEncoding[] = ['utf-8', 'windows-1252']
  return fallbackEncodings.find(
    (encoding) => !noText.test(decodeAs(bytes, { encoding, markLength: 0 }, isCut)),
  )
}

/** Bytes as text without their mark; what cannot be decoded becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, declaredName?: string): string {
  const encodingOfMark = utf16Encoding(bytes)
  if (encodingOfMark) return decodeAs(bytes, encodingOfMark, false)
  const declaredEncoding = declaredName ? knownEncoding(declaredName) : undefined
  return new TextDecoder(declaredEncoding ?? encodingOf(bytes) ?? 'utf-8').decode(bytes)
}

/** A name that a document gives for its encoding is only believed when it is one. */
function knownEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

function decodeAs(
  bytes: Uint8Array,
  { encoding, markLength }: MarkedEncoding,
  isCut: boolean,
): string {
  return new TextDecoder(encoding).decode(bytes.subarray(markLength), { stream: isCut })
}
