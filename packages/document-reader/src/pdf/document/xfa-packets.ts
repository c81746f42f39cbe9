import type { Pdfium } from '../pdfium/pdfium.ts'

/** Real forms stay far below these limits. */
const maxPackets = 50
const maxPacketBytes = 32 * 1024 * 1024
const maxNameBytes = 256

/**
 * Lists the packets of an XFA form that may hold its data: those named `datasets`, or the single
 * unnamed one.
 */
export function listXfaPackets(pdfium: Pdfium, document: number): readonly Uint8Array[] {
  const count = Math.min(pdfium.FPDF_GetXFAPacketCount(document), maxPackets)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => index)
    .map((index) => {
      const name = readPacketName(pdfium, document, index)
      if (name !== 'datasets' && name !== '') return undefined
      const content = readPacketContent(pdfium, document, index)
      return content ? content : undefined
    })
    .filter((value) => value !== undefined)
}

function readPacketName(pdfium: Pdfium, document: number, index: number): string {
  const length = pdfium.FPDF_GetXFAPacketName(document, index, 0, 0)
  if (length <= 1 || length > maxNameBytes) return ''
  return withBytes(pdfium, length, (pointer) => {
    pdfium.FPDF_GetXFAPacketName(document, index, pointer, length)
    return Buffer.from(pdfium.memory.buffer, pointer, length - 1).toString('latin1')
  })
}

function readPacketContent(
  pdfium: Pdfium,
  document: number,
  index: number,
): Uint8Array | undefined {
  return withBytes(pdfium, 4, (sizePointer) => {
    const length = () => new Uint32Array(pdfium.memory.buffer, sizePointer, 1)[0] ?? 0
    if (pdfium.FPDF_GetXFAPacketContent(document, index, 0, 0, sizePointer) !== 1) return undefined
    const size = length()
    if (size === 0 || size > maxPacketBytes) return undefined
    return withBytes(pdfium, size, (pointer) => {
      pdfium.FPDF_GetXFAPacketContent(document, index, pointer, size, sizePointer)
      return length() === size
        ? new Uint8Array(pdfium.memory.buffer, pointer, size).slice()
        : undefined
    })
  })
}

function withBytes<Result>(pdfium: Pdfium, size: number, use: (pointer: number) => Result): Result {
  const pointer = pdfium.malloc(size)
  if (pointer === 0) throw new Error('PDFium has no memory left.')
  try {
    return use(pointer)
  } finally {
    pdfium.free(pointer)
  }
}
