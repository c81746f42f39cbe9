import type { Box } from '@recto/document-text/model'
import { getObjectMatrix, multiply, type PageObject } from '../pdfium/page-objects.ts'
import { type PathPiece, pathPieces, readPiece } from '../pdfium/path-pieces.ts'
import type { OpenDocument } from '../pdfium/pdfium.ts'

const { lineTo, moveTo } = pathPieces
/** A path with more segments is a drawing. */
const maxSegments = 320
/** Points by which a side may deviate from its axis, or a rectangle may reach into the next one. */
const tolerance = 0.1

type PdfiumContext = Pick<OpenDocument, 'pdfium' | 'scratch'>
type Point = readonly [x: number, y: number]

/**
 * Returns the rectangles that make up a path, in PDF space of the page; `undefined` when the path
 * has other shapes, or when its rectangles overlap, so that the fill rule may leave holes.
 */
export function findRectangles(
  context: PdfiumContext,
  object: PageObject,
): readonly Box[] | undefined {
  const outlines = readOutlines(context, object)
  const boxes = outlines?.map(toRectangle)
  if (!boxes || boxes.length === 0) return undefined
  const rectangles = boxes.filter((box) => box !== undefined)
  return rectangles.length === boxes.length && !anyOverlap(rectangles) ? rectangles : undefined
}

/** Returns `undefined` for a path with curves. */
function readOutlines(
  { pdfium, scratch }: PdfiumContext,
  object: PageObject,
): Point[][] | undefined {
  const { handle, toPage } = object
  const count = pdfium.FPDFPath_CountSegments(handle)
  if (count > maxSegments) return undefined
  const matrix = multiply(getObjectMatrix(pdfium, handle, scratch), toPage)
  const outlines: Point[][] = []
  for (let i = 0; i < count; i++) {
    const piece = readPiece({ pdfium, scratch }, pdfium.FPDFPath_GetPathSegment(handle, i), matrix)
    if (!piece || (piece.kind !== lineTo && piece.kind !== moveTo)) return undefined
    addPiece(outlines, piece)
  }
  return outlines
}

function addPiece(outlines: Point[][], { kind, x, y }: PathPiece): void {
  const currentOutline = outlines.at(-1)
  if (kind === moveTo || !currentOutline) outlines.push([[x, y]])
  else currentOutline.push([x, y])
}

function toRectangle(corners: readonly Point[]): Box | undefined {
  const [first, second, third, fourth, last] = corners
  if (!first || !second || !third || !fourth || corners.length > 5) return undefined
  if (last && !isSamePoint(first, last)) return undefined
  const isClosedShape = isParallelogram([first, second], [third, fourth])
  const sides = [
    [first, second],
    [second, third],
    [third, fourth],
    [fourth, first],
  ] as const
  if (!isClosedShape || !sides.every(([from, to]) => isAxisAligned(from, to))) return undefined
  return [
    Math.min(first[0], third[0]),
    Math.min(first[1], third[1]),
    Math.max(first[0], third[0]),
    Math.max(first[1], third[1]),
  ]
}

const isSamePoint = (a: Point, b: Point) =>
  Math.abs(a[0] - b[0]) <= tolerance && Math.abs(a[1] - b[1]) <= tolerance

const isAxisAligned = (a: Point, b: Point) =>
  Math.abs(a[0] - b[0]) <= tolerance || Math.abs(a[1] - b[1]) <= tolerance

/** Whether the midpoints of the two diagonals are equal, as in a parallelogram. */
function isParallelogram(
  [a, b]: readonly [Point, Point],
  [c, d]: readonly [Point, Point],
): boolean {
  return isSamePoint([a[0] + c[0], a[1] + c[1]], [b[0] + d[0], b[1] + d[1]])
}

function anyOverlap(boxes: readonly Box[]): boolean {
  return boxes.some((a, i) => boxes.slice(i + 1).some((b) => doOverlap(a, b)))
}

function doOverlap(a: Box, b: Box): boolean {
  return (
    Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > tolerance &&
    Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > tolerance
  )
}
