import type { SignedPart } from '../../embedded/signatures/signed-part.ts'
import type { Pdfium } from '../pdfium/pdfium.ts'

/** Signatures beyond these limits are ignored. */
const maxSignatures = 20
const maxContentBytes = 1024 * 1024
const maxRangeNumbers = 64
const maxTextBytes = 1024

/** Lists the digital signatures of an open document, in document order. */
export function listSignedParts(pdfium: Pdfium, document: number): readonly SignedPart[] {
  const count = Math.min(pdfium.FPDF_GetSignatureCount(document), maxSignatures)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const signature = pdfium.FPDF_GetSignatureObject(document, index)
    const read = (
      call: (...numbers: readonly number[]) => number,
      maxCount: number,
      itemBytes = 1,
    ) => readBytes(pdfium, (...numbers) => call(signature, ...numbers), { maxCount, itemBytes })
    const range = read(pdfium.FPDFSignatureObj_GetByteRange, maxRangeNumbers, 4)
    return {
      number: index + 1,
      contents: read(pdfium.FPDFSignatureObj_GetContents, maxContentBytes),
      range: [...new Int32Array(range.buffer)],
      format: toText(read(pdfium.FPDFSignatureObj_GetSubFilter, maxTextBytes)),
      time: toText(read(pdfium.FPDFSignatureObj_GetTime, maxTextBytes)),
    }
  })
}

type BufferLimits = {
  /** A result with more items is treated as empty. */
  readonly maxCount: number
  /** Bytes per item that the call counts. */
  readonly itemBytes: number
}

/**
 * Calls a function that takes a buffer and its length and returns the number of items available.
 */
function readBytes(
  pdfium: Pdfium,
  call: (pointer: number, length: number) => number,
  { maxCount, itemBytes }: BufferLimits,
): Uint8Array {
  const count = call(0, 0)
  if (count <= 0 || count > maxCount) return new Uint8Array()
  const pointer = pdfium.malloc(count * itemBytes)
  if (pointer === 0) throw new Error('PDFium has no memory left.')
  call(pointer, count)
  const bytes = new Uint8Array(pdfium.memory.buffer, pointer, count * itemBytes).slice()
  pdfium.free(pointer)
  return bytes
}

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').split('\0')[0] ?? ''
