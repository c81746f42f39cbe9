import { type Matrix, transform } from './page-objects.ts'
import type { Pdfium, Scratch } from './pdfium.ts'

/** PDFium's numbers for the segments of a path. */
export const pathPieces = { lineTo: 0, moveTo: 2 } as const

export type PathPiece = {
  readonly kind: number
  /** End point, in the space of the matrix. */
  readonly x: number
  readonly y: number
}

/**
 * Reads one segment of a path or of a clipping path; `undefined` where PDFium does not know its end
 * point.
 */
export function readPiece(
  { pdfium, scratch }: { readonly pdfium: Pdfium; readonly scratch: Scratch },
  segment: number,
  matrix: Matrix,
): PathPiece | undefined {
  const p = scratch.pointer
  if (pdfium.FPDFPathSegment_GetPoint(segment, p, p + 4) !== 1) return undefined
  const [pieceX = 0, pieceY = 0] = scratch.floats()
  const [x, y] = transform(matrix, pieceX, pieceY)
  return { kind: pdfium.FPDFPathSegment_GetType(segment), x, y }
}
