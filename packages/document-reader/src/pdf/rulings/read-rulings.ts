import type { Box } from '@recto/document-text/model'
import { boxToDisplay, displaySize, type PageFrame } from '../pdfium/page-frame.ts'
import {
  getObjectBounds,
  getObjectMatrix,
  type Matrix,
  multiply,
  objectKinds,
  type PageObject,
  walkPageObjects,
} from '../pdfium/page-objects.ts'
import { type Corner, type Outline, readOutlines } from '../pdfium/path-outlines.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'
import { mergeRulings } from './merge-rulings.ts'

export type RuledPage = {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
  readonly page: number
  readonly frame: PageFrame
}

/** In points. A thicker shape is a block, and a line that leans more is part of a drawing. */
const maxThickness = 5
const maxLean = 0.5
/** Drawings with more segments are maps, charts or letters that were converted to outlines. */
const maxSegments = 1000
const maxPieces = 50_000

/**
 * Returns the ruling lines of a page as thin boxes on the displayed page: strokes, thin filled
 * rectangles and the sides of framed ones, including those inside form XObjects. Pieces of one line
 * are merged; white lines are ignored.
 */
export function readRulings(ruledPage: RuledPage): Box[] {
  const { pdfium, page, scratch, frame } = ruledPage
  const pieces: Box[] = []
  for (const object of walkPageObjects(pdfium, page, scratch)) {
    if (object.kind === objectKinds.path) addPath(ruledPage, object, pieces)
    if (object.kind === objectKinds.image) addThinPicture(ruledPage, object, pieces)
    if (pieces.length > maxPieces) break
  }
  const { width, height } = displaySize(frame)
  const isOnPage = ([x0, y0, x1, y1]: Box) => x1 >= 0 && y1 >= 0 && x0 <= width && y0 <= height
  return mergeRulings(pieces.filter(isOnPage)).map((box) => clip(box, width, height))
}

function clip([x0, y0, x1, y1]: Box, width: number, height: number): Box {
  return [Math.max(0, x0), Math.max(0, y0), Math.min(width, x1), Math.min(height, y1)]
}

/** Some programs draw a line as a picture of one pixel. */
function addThinPicture(ruledPage: RuledPage, object: PageObject, pieces: Box[]): void {
  const bounds = getObjectBounds(ruledPage.pdfium, object, ruledPage.scratch)
  if (bounds) addIfThin(boxToDisplay(ruledPage.frame, bounds), pieces)
}

function addIfThin(box: Box, pieces: Box[]): void {
  const width = box[2] - box[0]
  const height = box[3] - box[1]
  if (Math.min(width, height) <= maxThickness && Math.max(width, height) > 0) pieces.push(box)
}

function addPath(ruledPage: RuledPage, object: PageObject, pieces: Box[]): void {
  const { pdfium, scratch } = ruledPage
  const { handle } = object
  if (pdfium.FPDFPath_CountSegments(handle) > maxSegments) return
  const p = scratch.pointer
  if (pdfium.FPDFPath_GetDrawMode(handle, p, p + 4) !== 1) return
  const [fill = 0, stroke = 0] = new Int32Array(pdfium.memory.buffer, p, 2)
  const isStroked =
    stroke !== 0 && isVisibleColour(ruledPage, pdfium.FPDFPageObj_GetStrokeColor, handle)
  const isFilled = fill !== 0 && isVisibleColour(ruledPage, pdfium.FPDFPageObj_GetFillColor, handle)
  if (!isStroked && !isFilled) return
  const matrix = multiply(getObjectMatrix(pdfium, handle, scratch), object.toPage)
  const outlines = readOutlines(ruledPage, handle, matrix)
  if (isStroked) addStrokes(outlines, getPenWidth(ruledPage, handle, matrix), pieces)
  if (isFilled) for (const outline of outlines) addFilled(outline, pieces)
}

type ColorCall = (...numbers: readonly number[]) => number

function isVisibleColour({ pdfium, scratch }: RuledPage, call: ColorCall, handle: number): boolean {
  const p = scratch.pointer
  if (call(handle, p, p + 4, p + 8, p + 12) !== 1) return true
  const [red = 0, green = 0, blue = 0, alpha = 0] = new Uint32Array(pdfium.memory.buffer, p, 4)
  return alpha > 10 && Math.min(red, green, blue) < 250
}

function getPenWidth({ pdfium, scratch }: RuledPage, handle: number, [a, b, c, d]: Matrix): number {
  if (pdfium.FPDFPageObj_GetStrokeWidth(handle, scratch.pointer) !== 1) return 0
  return scratch.floats()[0]! * Math.sqrt(Math.abs(a * d - b * c))
}

function addStrokes(outlines: readonly Outline[], penWidth: number, pieces: Box[]): void {
  if (penWidth > maxThickness) return
  for (const outline of outlines)
    for (const [from, to] of getStraightSides(outline))
      if (isAxisAligned(from, to)) pieces.push(strokeBox(from, to, penWidth / 2))
}

function getStraightSides({ corners, isClosed }: Outline): (readonly [from: Corner, to: Corner])[] {
  const sides = corners.slice(1).map((to, i) => [corners[i]!, to] as const)
  const straight = sides.filter(([, to]) => to.isLine)
  return isClosed && corners.length > 2 ? [...straight, [corners.at(-1)!, corners[0]!]] : straight
}

function isAxisAligned(from: Corner, to: Corner): boolean {
  return Math.min(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) <= maxLean
}

function strokeBox(from: Corner, to: Corner, halfWidth: number): Box {
  const x0 = Math.min(from.x, to.x)
  const x1 = Math.max(from.x, to.x)
  const y0 = Math.min(from.y, to.y)
  const y1 = Math.max(from.y, to.y)
  const isHorizontal = x1 - x0 >= y1 - y0
  return isHorizontal
    ? [x0, y0 - halfWidth, x1, y1 + halfWidth]
    : [x0 - halfWidth, y0, x1 + halfWidth, y1]
}

/** Adds a filled rectangle that is thin enough to be a line. */
function addFilled({ corners }: Outline, pieces: Box[]): void {
  if (corners.length < 4 || corners.length > 5) return
  const isRectangle = corners
    .slice(1)
    .every((corner, i) => corner.isLine && isAxisAligned(corners[i]!, corner))
  if (!isRectangle) return
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  addIfThin([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], pieces)
}
