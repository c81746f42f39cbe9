import type { Box } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { boxToDisplay, type PageFrame } from '../pdfium/page-frame.ts'
import {
  getObjectBounds,
  objectKinds,
  type PageObject,
  walkPageObjects,
} from '../pdfium/page-objects.ts'
import type { OpenDocument, Pdfium } from '../pdfium/pdfium.ts'

/**
 * Payment codes are on the first or last pages; other pages of a long document are not searched.
 */
const firstPages = 3
const lastPages = 2

/** Returns the pages on which codes are searched for, zero-based. */
export function findCodePages(total: number): readonly number[] {
  const all = Array.from({ length: total }, (_, number) => number)
  return all.filter((number) => number < firstPages || number >= total - lastPages)
}

type CodePage = Pick<OpenDocument, 'pdfium' | 'scratch'> & {
  readonly page: number
  readonly frame: PageFrame
  /** Size of the displayed page. */
  readonly size: { readonly width: number; readonly height: number }
}

/**
 * In points. Modules of a code are smaller; bars are as thin, and no longer than the maximum
 * length.
 */
const maxThickness = 6
const maxLength = 120
/**
 * Minimum number of pieces: even the shortest bar codes have more bars, and the smallest QR codes
 * more modules.
 */
const minPieces = 24
/**
 * Minimum number of segments of a single path that draws a whole code; frames, arrows and letters
 * have fewer.
 */
const minSegments = 100
/** In points: a smaller picture is an icon or a part of a frame. */
const minPictureSize = 20
/** A page with more objects is a drawing, and all of it is searched. */
const maxObjects = 20_000
const maxAnnotations = 1000
/** White margin around a code in points, which decoders need. */
const margin = 15
/** PDFium's number for the kind of annotation. */
const stamp = 13

/**
 * Returns the part of a displayed page that encloses everything that may draw a bar or QR code:
 * pictures, shadings, many small pieces, and paths of many segments; `undefined` if there is none.
 * Letters, lines and frames do not count, so a page of text costs one check per object. A code that
 * is set in a bar code font is not found.
 */
export function findCodeArea(codePage: CodePage): Box | undefined {
  const { width, height } = codePage.size
  if (hasStamp(codePage.pdfium, codePage.page)) return [0, 0, width, height]
  const boxes: Box[] = []
  const pieces: Box[] = []
  let objects = 0
  for (const object of walkPageObjects(codePage.pdfium, codePage.page, codePage.scratch)) {
    objects += 1
    if (objects > maxObjects) return [0, 0, width, height]
    addCandidate(codePage, object, { boxes, pieces })
  }
  if (pieces.length >= minPieces) boxes.push(uniteBoxes(pieces))
  return boxes.length > 0 ? clip(uniteBoxes(boxes), codePage.size) : undefined
}

type Candidates = { readonly boxes: Box[]; readonly pieces: Box[] }

function addCandidate(codePage: CodePage, object: PageObject, { boxes, pieces }: Candidates): void {
  const { kind, handle } = object
  if (kind === objectKinds.text) return
  const bounds = getObjectBounds(codePage.pdfium, object, codePage.scratch)
  if (!bounds) return
  const box = boxToDisplay(codePage.frame, bounds)
  const [shortSide, longSide] = getSides(box)
  const isPath = kind === objectKinds.path
  if (!isPath && shortSide >= minPictureSize) boxes.push(box)
  else if (isPath && codePage.pdfium.FPDFPath_CountSegments(handle) >= minSegments) boxes.push(box)
  else if (shortSide <= maxThickness && longSide <= maxLength) pieces.push(box)
}

function getSides([x0, y0, x1, y1]: Box): readonly [shortSide: number, longSide: number] {
  return [Math.min(x1 - x0, y1 - y0), Math.max(x1 - x0, y1 - y0)]
}

function clip([x0, y0, x1, y1]: Box, { width, height }: CodePage['size']): Box | undefined {
  const left = Math.max(0, x0 - margin)
  const top = Math.max(0, y0 - margin)
  const right = Math.min(width, x1 + margin)
  const bottom = Math.min(height, y1 + margin)
  return right > left && bottom > top ? [left, top, right, bottom] : undefined
}

function hasStamp(pdfium: Pdfium, page: number): boolean {
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), maxAnnotations)
  for (let i = 0; i < count; i++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, i)
    if (annotation === 0) continue
    const kind = pdfium.FPDFAnnot_GetSubtype(annotation)
    pdfium.FPDFPage_CloseAnnot(annotation)
    if (kind === stamp) return true
  }
  return false
}
