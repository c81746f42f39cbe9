import type { Box } from '@recto/document-text/model'
import { boxToDisplay, displaySize, type PageFrame, toDisplay } from '../pdfium/page-frame.ts'
import {
  boundsOf,
  type Matrix,
  matrixOf,
  multiply,
  objectKinds,
  type PageObject,
  walkPageObjects,
} from '../pdfium/page-objects.ts'
import { pathPieces, readPiece } from '../pdfium/path-pieces.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'
import { mergeRules } from './merge-rules.ts'

type RuledPage = {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
  readonly page: number
  readonly frame: PageFrame
}

const { lineTo, moveTo } = pathPieces

/** Points. Thicker is a block, and a line that leans more is part of a drawing. */
const maxThickness = 5
const maxLean = 0.5
/** Drawings with more pieces are maps, charts or letters that were turned into outlines. */
const maxSegments = 1000
const maxPieces = 50_000

/**
 * Ruling lines as thin boxes on the displayed page: strokes, thin filled rectangles and the sides of framed
 * ones, also inside form XObjects. Pieces of one line are merged. What is drawn in white is no line.
 */
export function readRules(given: RuledPage): Box[] {
  const { pdfium, page, scratch, frame } = given
  const pieces: Box[] = []
  for (const object of walkPageObjects(pdfium, page, scratch)) {
    if (object.kind === objectKinds.path) addPath(given, object, pieces)
    if (object.kind === objectKinds.image) addThinPicture(given, object, pieces)
    if (pieces.length > maxPieces) break
  }
  const { width, height } = displaySize(frame)
  const isOnPage = ([x0, y0, x1, y1]: Box) => x1 >= 0 && y1 >= 0 && x0 <= width && y0 <= height
  return mergeRules(pieces.filter(isOnPage)).map((box) => clip(box, width, height))
}

function clip([x0, y0, x1, y1]: Box, width: number, height: number): Box {
  return [Math.max(0, x0), Math.max(0, y0), Math.min(width, x1), Math.min(height, y1)]
}

/** Some programs draw a line as a picture of one pixel. */
function addThinPicture(given: RuledPage, object: PageObject, pieces: Box[]): void {
  const bounds = boundsOf(given.pdfium, object, given.scratch)
  if (bounds) addIfThin(boxToDisplay(given.frame, bounds), pieces)
}

function addIfThin(box: Box, pieces: Box[]): void {
  const [width, height] = [box[2] - box[0], box[3] - box[1]]
  if (Math.min(width, height) <= maxThickness && Math.max(width, height) > 0) pieces.push(box)
}

function addPath(given: RuledPage, object: PageObject, pieces: Box[]): void {
  const { pdfium, scratch } = given
  const { handle } = object
  if (pdfium.FPDFPath_CountSegments(handle) > maxSegments) return
  const p = scratch.pointer
  if (pdfium.FPDFPath_GetDrawMode(handle, p, p + 4) !== 1) return
  const [fill = 0, stroke = 0] = new Int32Array(pdfium.memory.buffer, p, 2)
  const isStroked = stroke !== 0 && isSeen(given, pdfium.FPDFPageObj_GetStrokeColor, handle)
  const isFilled = fill !== 0 && isSeen(given, pdfium.FPDFPageObj_GetFillColor, handle)
  if (!isStroked && !isFilled) return
  const matrix = multiply(matrixOf(pdfium, handle, scratch), object.toPage)
  const outlines = outlinesOf(given, handle, matrix)
  if (isStroked) addStrokes(outlines, penOf(given, handle, matrix), pieces)
  if (isFilled) for (const outline of outlines) addFilled(outline, pieces)
}

type ColorCall = (...numbers: readonly number[]) => number

function isSeen({ pdfium, scratch }: RuledPage, call: ColorCall, handle: number): boolean {
  const p = scratch.pointer
  if (call(handle, p, p + 4, p + 8, p + 12) !== 1) return true
  const [red = 0, green = 0, blue = 0, alpha = 0] = new Uint32Array(pdfium.memory.buffer, p, 4)
  return alpha > 10 && Math.min(red, green, blue) < 250
}

function penOf({ pdfium, scratch }: RuledPage, handle: number, [a, b, c, d]: Matrix): number {
  if (pdfium.FPDFPageObj_GetStrokeWidth(handle, scratch.pointer) !== 1) return 0
  return scratch.floats()[0]! * Math.sqrt(Math.abs(a * d - b * c))
}

type Corner = { readonly x: number; readonly y: number; readonly isLine: boolean }
type Outline = { readonly corners: Corner[]; isClosed: boolean }

/** The path as displayed. */
function outlinesOf({ pdfium, scratch, frame }: RuledPage, handle: number, matrix: Matrix) {
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

function addStrokes(outlines: readonly Outline[], pen: number, pieces: Box[]): void {
  if (pen > maxThickness) return
  for (const outline of outlines)
    for (const [from, to] of sidesOf(outline))
      if (isUpright(from, to)) pieces.push(strokeBox(from, to, pen / 2))
}

function sidesOf({ corners, isClosed }: Outline): (readonly [from: Corner, to: Corner])[] {
  const sides = corners.slice(1).map((to, i) => [corners[i]!, to] as const)
  const straight = sides.filter(([, to]) => to.isLine)
  return isClosed && corners.length > 2 ? [...straight, [corners.at(-1)!, corners[0]!]] : straight
}

function isUpright(from: Corner, to: Corner): boolean {
  return Math.min(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) <= maxLean
}

function strokeBox(from: Corner, to: Corner, half: number): Box {
  const [x0, x1] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [y0, y1] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  const isHorizontal = x1 - x0 >= y1 - y0
  return isHorizontal ? [x0, y0 - half, x1, y1 + half] : [x0 - half, y0, x1 + half, y1]
}

/** A rectangle, thin enough to be a line. */
function addFilled({ corners }: Outline, pieces: Box[]): void {
  if (corners.length < 4 || corners.length > 5) return
  const sides = corners
    .slice(1)
    .every((corner, i) => corner.isLine && isUpright(corners[i]!, corner))
  if (!sides) return
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  addIfThin([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], pieces)
}
