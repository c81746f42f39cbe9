import type { Box } from '@recto/document-text/model'
import type { PageObject } from '../pdfium/page-objects.ts'
import { readPiece } from '../pdfium/path-pieces.ts'
import type { OpenDocument } from '../pdfium/pdfium.ts'

/** Points by which a letter may extend beyond its clipping path. */
const tolerance = 2
/** Larger clipping paths are not analysed: only rendering shows their effect. */
const maxPaths = 6
const maxSegments = 16

type PdfiumContext = Pick<OpenDocument, 'pdfium' | 'scratch'>

/**
 * Whether the clipping path of an object may cut off a part of its box; both in PDF space of the
 * page.
 */
export function mayBeClipped(
  context: PdfiumContext,
  object: PageObject,
  [x0, y0, x1, y1]: Box,
): boolean {
  const { pdfium } = context
  const clipping = pdfium.FPDFPageObj_GetClipPath(object.handle)
  const paths = clipping === 0 ? 0 : pdfium.FPDFClipPath_CountPaths(clipping)
  if (paths > maxPaths) return true
  for (let path = 0; path < paths; path++) {
    const box = getPathBox(context, object, { clipping, path })
    if (!box) return true
    const [left, bottom, right, top] = box
    const isInside =
      x0 >= left - tolerance &&
      x1 <= right + tolerance &&
      y0 >= bottom - tolerance &&
      y1 <= top + tolerance
    if (!isInside) return true
  }
  return false
}

/** Returns `undefined` for a path of many segments. */
function getPathBox(
  { pdfium, scratch }: PdfiumContext,
  { toPage }: PageObject,
  { clipping, path }: { readonly clipping: number; readonly path: number },
): Box | undefined {
  const segments = pdfium.FPDFClipPath_CountPathSegments(clipping, path)
  if (segments > maxSegments) return undefined
  const xs: number[] = []
  const ys: number[] = []
  for (let i = 0; i < segments; i++) {
    const segment = pdfium.FPDFClipPath_GetPathSegment(clipping, path, i)
    const piece = readPiece({ pdfium, scratch }, segment, toPage)
    if (!piece) continue
    xs.push(piece.x)
    ys.push(piece.y)
  }
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
