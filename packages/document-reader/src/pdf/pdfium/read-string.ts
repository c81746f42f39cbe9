import type { Pdfium } from './pdfium.ts'

/** A longer text is not a name, label or value that a page could show. */
const maxBytes = 1024 * 1024

/** Calls a function that takes a buffer and its length last, and returns the bytes that its UTF-16 text needs. */
export function readString(
  pdfium: Pdfium,
  call: (...numbers: readonly number[]) => number,
  leadingArguments: readonly number[],
): string {
  const bytes = call(...leadingArguments, 0, 0)
  if (bytes <= 2 || bytes > maxBytes) return ''
  const pointer = pdfium.malloc(bytes)
  if (pointer === 0) throw new Error('PDFium has no memory left.')
  call(...leadingArguments, pointer, bytes)
  const text = Buffer.from(pdfium.memory.buffer, pointer, bytes - 2).toString('utf16le')
  pdfium.free(pointer)
  return text
}

/** Passes PDFium a name for the duration of `use`. */
export function withKey<Result>(
  pdfium: Pdfium,
  name: string,
  use: (pointer: number) => Result,
): Result {
  const bytes = new TextEncoder().encode(`${name}\0`)
  const pointer = pdfium.malloc(bytes.length)
  if (pointer === 0) throw new Error('PDFium has no memory left.')
  new Uint8Array(pdfium.memory.buffer, pointer, bytes.length).set(bytes)
  try {
    return use(pointer)
  } finally {
    pdfium.free(pointer)
  }
}
