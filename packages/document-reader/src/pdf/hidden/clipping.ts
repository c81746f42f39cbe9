import type { Box } from '@recto/document-text/model'
import type { OpenDocument } from '../document/open-document.ts'
import type { PageObject } from '../pdfium/page-objects.ts'
import { readPiece } from '../pdfium/path-pieces.ts'

/** Points by which a letter may stand beyond its clipping. */
const slack = 2
/** A clipping of more is not looked at: only a look at the page tells. */
const mostPaths = 6
const mostSegments = 16

type Asking = Pick<OpenDocument, 'pdfium' | 'scratch'>

/** Whether the clipping of an object may cut off a part of its box; both in PDF space of the page. */
export function cutsOff(given: Asking, object: PageObject, [x0, y0, x1, y1]: Box): boolean {
  const { pdfium } = given
  const clipping = pdfium.FPDFPageObj_GetClipPath(object.handle)
  const paths = clipping === 0 ? 0 : pdfium.FPDFClipPath_CountPaths(clipping)
  if (paths > mostPaths) return true
  for (let path = 0; path < paths; path++) {
    const box = boxOf(given, object, { clipping, path })
    if (!box) return true
    const [left, bottom, right, top] = box
    const isInside =
      x0 >= left - slack && x1 <= right + slack && y0 >= bottom - slack && y1 <= top + slack
    if (!isInside) return true
  }
  return false
}

/** Undefined of a path of many parts. */
function boxOf(
  { pdfium, scratch }: Asking,
  { toPage }: PageObject,
  { clipping, path }: { readonly clipping: number; readonly path: number },
): Box | undefined {
  const segments = pdfium.FPDFClipPath_CountPathSegments(clipping, path)
  if (segments > mostSegments) return undefined
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
