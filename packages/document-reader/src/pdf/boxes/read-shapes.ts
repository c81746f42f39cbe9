import type { Box } from '@recto/document-text/model'
import type { PageFrame } from '../pdfium/page-frame.ts'
import { getObjectMatrix, multiply, type PageObject } from '../pdfium/page-objects.ts'
import { type Outline, readOutlines } from '../pdfium/path-outlines.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'
import { joinEdges, type Shape } from './join-edges.ts'
import { boxOfOutline, isCircle, isRectangle, sidesOf } from './outlines.ts'
import { type PathPaint, readPathPaint } from './paint-of-path.ts'

export type PageToDraw = {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
  readonly page: number
  readonly frame: PageFrame
}

/** Points. */
export const minSide = 4.5
export const maxSide = 26
const maxOblong = 1.35
/** A thicker line is an area. */
const maxEdge = 1.6
/** A mark may leave its box. */
const maxMark = 48
const minMark = 1.5
/** Share of a side. */
const maxFrame = 0.25
/** Frames that are filled between two outlines, in one path. */
const maxRings = 40
/** A path with more segments is a drawing or letters that were converted to outlines. */
const maxSegments = 2_000
/** A large path with fewer segments draws a line, a frame or an area. */
const minSegmentsOfLarge = 8
/** With more of them, a page is a drawing, and its shapes are no check boxes. */
const maxPathSegments = 200_000
const maxShapes = 20_000

/** Collects the small shapes that a page draws as vectors; none for a page that is a drawing. */
export function openShapes(drawnPage: PageToDraw) {
  const { pdfium } = drawnPage
  const shapes: Shape[] = []
  const edges: Box[] = []
  let segmentCount = 0
  let isDrawing = false
  return {
    /** Returns false when the page is a drawing, of which further paths say nothing. */
    add(path: PageObject, box: Box): boolean {
      if (isDrawing) return false
      const count = pdfium.FPDFPath_CountSegments(path.handle)
      segmentCount += count
      isDrawing = segmentCount > maxPathSegments || shapes.length + edges.length > maxShapes
      if (isDrawing) return false
      // One path may draw many boxes, but few large paths do.
      const isLarge = Math.max(widthOf(box), heightOf(box)) > maxMark
      const minSegments = isLarge ? minSegmentsOfLarge : 2
      if (count >= minSegments && count <= maxSegments) addPath(drawnPage, path, { shapes, edges })
      return true
    },
    finish: (): readonly Shape[] => (isDrawing ? [] : [...shapes, ...joinEdges(edges)]),
  }
}

type Collection = { readonly shapes: Shape[]; readonly edges: Box[] }

function addPath(drawnPage: PageToDraw, path: PageObject, collection: Collection): void {
  const { pdfium, scratch } = drawnPage
  const { handle } = path
  const paint = readPathPaint(drawnPage, handle)
  if (!paint) return
  const matrix = multiply(getObjectMatrix(pdfium, handle, scratch), path.toPage)
  const [a, b, c, d] = matrix
  const pen = paint.pen * Math.sqrt(Math.abs(a * d - b * c))
  const outlines = readOutlines(drawnPage, handle, matrix).filter(
    ({ corners }) => corners.length > 1,
  )
  addOutlines(outlines, { ...paint, pen }, collection)
}

function addOutlines(
  outlines: readonly Outline[],
  paint: PathPaint,
  { shapes, edges }: Collection,
): void {
  const rings = paint.stroke === 'none' && paint.fill === 'dark' ? ringsAmong(outlines) : []
  for (const outline of outlines) {
    if (rings.includes(outline)) continue
    if (paint.stroke === 'dark') addEdges(outline, paint.pen, edges)
    else addFilledEdge(outline, paint, edges)
    const shape = shapeOf(outline, { ...paint, isRing: rings.length > 0 })
    if (shape) shapes.push(shape)
  }
}

/** The inner outlines of frames that are filled between two outlines. */
function ringsAmong(outlines: readonly Outline[]): readonly Outline[] {
  if (outlines.length < 2 || outlines.length > maxRings) return []
  const rings = outlines
    .filter((outline) => isRectangle(outline) || isCircle(outline))
    .map((outline) => ({ outline, box: boxOfOutline(outline) }))
  return rings
    .filter(({ box }) => rings.some((outer) => isFrameAround(outer.box, box)))
    .map(({ outline }) => outline)
}

/** Whether the first box is a thin even frame around the second. */
export function isFrameAround(outer: Box, inner: Box): boolean {
  const side = widthOf(outer)
  const margins = [0, 1, 2, 3].map((i) => Math.abs(outer[i]! - inner[i]!))
  const isInside = inner[0] > outer[0] && inner[1] > outer[1] && inner[2] < outer[2]
  const isEven = Math.max(...margins) - Math.min(...margins) <= Math.max(0.3, side * 0.05)
  return isInside && isEven && Math.max(...margins) < side * maxFrame
}

type OutlinePaint = PathPaint & { readonly isRing: boolean }

function shapeOf(outline: Outline, { stroke, fill, pen, isRing }: OutlinePaint): Shape | undefined {
  const [x0, y0, x1, y1] = boxOfOutline(outline)
  const reach = stroke === 'dark' ? pen / 2 : 0
  const box: Box = [x0 - reach, y0 - reach, x1 + reach, y1 + reach]
  const form = formOf(outline, box)
  const size = Math.max(widthOf(box), heightOf(box))
  if (size > maxMark || size < minMark) return undefined
  if (fill === 'dark' && !isRing) return { box, form, paint: 'dark' }
  if (stroke === 'dark' || isRing) return { box, form, paint: form === 'other' ? 'dark' : 'frame' }
  return { box, form, paint: 'paper' }
}

function formOf(outline: Outline, box: Box): Shape['form'] {
  const shorter = Math.min(widthOf(box), heightOf(box))
  const longer = Math.max(widthOf(box), heightOf(box))
  if (shorter < minSide * 0.3 || longer > maxSide || longer > shorter * maxOblong) return 'other'
  if (isRectangle(outline)) return 'square'
  return isCircle(outline) ? 'round' : 'other'
}

/** The straight strokes of about the length of a side. */
function addEdges(outline: Outline, pen: number, edges: Box[]): void {
  if (pen > maxEdge * 2 || isRectangle(outline)) return
  for (const [from, to] of sidesOf(outline)) {
    const box: Box = [
      Math.min(from.x, to.x),
      Math.min(from.y, to.y),
      Math.max(from.x, to.x),
      Math.max(from.y, to.y),
    ]
    if (isEdge(box)) edges.push(box)
  }
}

function addFilledEdge(outline: Outline, { fill }: PathPaint, edges: Box[]): void {
  if (fill !== 'dark' || outline.corners.length > 5) return
  const box = boxOfOutline(outline)
  if (isEdge(box) && isRectangle(outline)) edges.push(box)
}

function isEdge(box: Box): boolean {
  const width = widthOf(box)
  const height = heightOf(box)
  const longer = Math.max(width, height)
  return Math.min(width, height) <= maxEdge && longer >= minSide && longer <= maxSide
}

export function widthOf([x0, , x1]: Box): number {
  return x1 - x0
}

export function heightOf([, y0, , y1]: Box): number {
  return y1 - y0
}
