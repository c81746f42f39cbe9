import type { SignedPart } from '../../embedded/signatures/signed-part.ts'
import type { Pdfium } from '../pdfium/pdfium.ts'

/** More are not looked at, nor larger ones. */
const maxSignatures = 20
const maxContentBytes = 1024 * 1024
const maxRangeNumbers = 64
const maxTextBytes = 1024

/** The digital signatures of an open document, in its order. */
export function listSignedParts(pdfium: Pdfium, document: number): readonly SignedPart[] {
  const count = Math.min(pdfium.FPDF_GetSignatureCount(document), maxSignatures)
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const signature = pdfium.FPDF_GetSignatureObject(document, index)
    const read = (call: (...numbers: readonly number[]) => number, most: number, size = 1) =>
      readBytes(pdfium, (...given) => call(signature, ...given), { most, size })
    const range = read(pdfium.FPDFSignatureObj_GetByteRange, maxRangeNumbers, 4)
    return {
      number: index + 1,
      contents: read(pdfium.FPDFSignatureObj_GetContents, maxContentBytes),
      range: [...new Int32Array(range.buffer)],
      format: asText(read(pdfium.FPDFSignatureObj_GetSubFilter, maxTextBytes)),
      time: asText(read(pdfium.FPDFSignatureObj_GetTime, maxTextBytes)),
    }
  })
}

type Expected = {
  /** More is taken for nothing at all. */
  readonly most: number
  /** Bytes of one of what the call counts. */
  readonly size: number
}

/** Calls a function that takes a buffer and its length, and returns how much it would have. */
function readBytes(
  pdfium: Pdfium,
  call: (pointer: number, length: number) => number,
  { most, size }: Expected,
): Uint8Array {
  const count = call(0, 0)
  if (count <= 0 || count > most) return new Uint8Array()
  const pointer = pdfium.malloc(count * size)
  if (pointer === 0) throw new Error('PDFium has no memory left.')
  call(pointer, count)
  const bytes = new Uint8Array(pdfium.memory.buffer, pointer, count * size).slice()
  pdfium.free(pointer)
  return bytes
}

const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').split('\0')[0] ?? ''
