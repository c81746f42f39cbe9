import { type PageFrame, toDisplay } from './page-frame.ts'
import type { Matrix } from './page-objects.ts'
import { pathPieces, readPiece } from './path-pieces.ts'
import type { Pdfium, Scratch } from './pdfium.ts'

export type Corner = { readonly x: number; readonly y: number; readonly isLine: boolean }

/** A part of a path between two moves of the pen, on the displayed page. */
export type Outline = { readonly corners: Corner[]; isClosed: boolean }

type PathSource = {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
  readonly frame: PageFrame
}

const { lineTo, moveTo } = pathPieces

/** Returns the outlines of a path in coordinates of the displayed page. */
export function readOutlines(
  { pdfium, scratch, frame }: PathSource,
  handle: number,
  matrix: Matrix,
): readonly Outline[] {
  const outlines: Outline[] = []
  const count = pdfium.FPDFPath_CountSegments(handle)
  for (let i = 0; i < count; i++) {
    const segment = pdfium.FPDFPath_GetPathSegment(handle, i)
    const piece = readPiece({ pdfium, scratch }, segment, matrix)
    if (!piece) continue
    const [x, y] = toDisplay(frame, piece.x, piece.y)
    if (piece.kind === moveTo || outlines.length === 0)
      outlines.push({ corners: [], isClosed: false })
    const outline = outlines.at(-1)!
    outline.corners.push({ x, y, isLine: piece.kind === lineTo })
    if (pdfium.FPDFPathSegment_GetClose(segment) === 1) outline.isClosed = true
  }
  return outlines
}
