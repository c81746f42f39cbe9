import type { Box } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { OpenDocument } from '../document/open-document.ts'
import { boxToDisplay, type PageFrame } from '../pdfium/page-frame.ts'
import { boundsOf, objectKinds, type PageObject, walkPageObjects } from '../pdfium/page-objects.ts'
import type { Pdfium } from '../pdfium/pdfium.ts'

/** Payment codes stand on the first page or on the last one; of a long document no others are looked at. */
const firstPages = 3
const lastPages = 2

/** The pages of a document of so many on which codes are looked for, zero-based. */
export function pagesOfCodes(total: number): readonly number[] {
  const all = Array.from({ length: total }, (_, number) => number)
  return all.filter((number) => number < firstPages || number >= total - lastPages)
}

type LookedAt = Pick<OpenDocument, 'pdfium' | 'scratch'> & {
  readonly page: number
  readonly frame: PageFrame
  /** The page as displayed. */
  readonly size: { readonly width: number; readonly height: number }
}

/** Points. Modules of a code are smaller; bars are as thin, and no longer than this. */
const thickest = 6
const longest = 120
/** The shortest bar codes have more bars, and the smallest QR codes more modules. */
const fewestPieces = 24
/** Of one path that draws all of a code; frames, arrows and letters have fewer. */
const segmentsOfCode = 100
/** Points: a picture that is smaller is an icon, or a part of a frame. */
const leastPicture = 20
/** A page with more objects is a drawing, and is looked at whole. */
const mostObjects = 20_000
const mostAnnotations = 1000
/** Points of white around a code, by which it is known. */
const margin = 15
/** PDFium's number for the kind of annotation. */
const stamp = 13

/**
 * The part of a page, as displayed, that holds all with which a bar or QR code can be drawn: pictures, shadings, many small pieces, paths
 * of many; nothing where there is none. Letters, lines and frames are none, so a page of text costs one look at the kind
 * of each object. A code that is set in a font of bars is not seen.
 */
export function findCodeArea(given: LookedAt): Box | undefined {
  const { width, height } = given.size
  if (hasStamp(given.pdfium, given.page)) return [0, 0, width, height]
  const boxes: Box[] = []
  const pieces: Box[] = []
  let objects = 0
  for (const object of walkPageObjects(given.pdfium, given.page, given.scratch)) {
    objects += 1
    if (objects > mostObjects) return [0, 0, width, height]
    add(given, object, { boxes, pieces })
  }
  if (pieces.length >= fewestPieces) boxes.push(uniteBoxes(pieces))
  return boxes.length > 0 ? clip(uniteBoxes(boxes), given.size) : undefined
}

type Found = { readonly boxes: Box[]; readonly pieces: Box[] }

function add(given: LookedAt, object: PageObject, { boxes, pieces }: Found): void {
  const { kind, handle } = object
  if (kind === objectKinds.text) return
  const bounds = boundsOf(given.pdfium, object, given.scratch)
  if (!bounds) return
  const box = boxToDisplay(given.frame, bounds)
  const [least, most] = sidesOf(box)
  const isPath = kind === objectKinds.path
  if (!isPath && least >= leastPicture) boxes.push(box)
  else if (isPath && given.pdfium.FPDFPath_CountSegments(handle) >= segmentsOfCode) boxes.push(box)
  else if (least <= thickest && most <= longest) pieces.push(box)
}

function sidesOf([x0, y0, x1, y1]: Box): readonly [least: number, most: number] {
  return [Math.min(x1 - x0, y1 - y0), Math.max(x1 - x0, y1 - y0)]
}

function clip([x0, y0, x1, y1]: Box, { width, height }: LookedAt['size']): Box | undefined {
  const [left, top] = [Math.max(0, x0 - margin), Math.max(0, y0 - margin)]
  const [right, bottom] = [Math.min(width, x1 + margin), Math.min(height, y1 + margin)]
  return right > left && bottom > top ? [left, top, right, bottom] : undefined
}

function hasStamp(pdfium: Pdfium, page: number): boolean {
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), mostAnnotations)
  for (let i = 0; i < count; i++) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, i)
    if (annotation === 0) continue
    const kind = pdfium.FPDFAnnot_GetSubtype(annotation)
    pdfium.FPDFPage_CloseAnnot(annotation)
    if (kind === stamp) return true
  }
  return false
}
