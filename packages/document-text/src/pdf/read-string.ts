import type { Pdfium } from './pdfium.ts'

/** More is no name, label or value that a page could show. */
const longest = 1024 * 1024

/** Calls a function that takes a buffer and its length last, and answers the bytes that its UTF-16 text needs. */
export function readString(
  pdfium: Pdfium,
  call: (...numbers: readonly number[]) => number,
  subject: readonly number[],
): string {
  const bytes = call(...subject, 0, 0)
  if (bytes <= 2 || bytes > longest) return ''
  const pointer = pdfium.malloc(bytes)
  if (pointer === 0) throw new Error('PDFium has no memory left.')
  call(...subject, pointer, bytes)
  const text = Buffer.from(pdfium.memory.buffer, pointer, bytes - 2).toString('utf16le')
  pdfium.free(pointer)
  return text
}
