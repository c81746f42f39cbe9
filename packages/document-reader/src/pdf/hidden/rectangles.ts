import type { Box } from '@recto/document-text/model'
import type { OpenDocument } from '../document/open-document.ts'
import { matrixOf, multiply, type PageObject } from '../pdfium/page-objects.ts'
import { type PathPiece, pathPieces, readPiece } from '../pdfium/path-pieces.ts'

const { lineTo, moveTo } = pathPieces
/** A path of more pieces is a drawing. */
const mostSegments = 320
/** Points by which a side may lean, or a rectangle may reach into the next one. */
const slack = 0.1

type Asking = Pick<OpenDocument, 'pdfium' | 'scratch'>
type Point = readonly [x: number, y: number]

/**
 * The rectangles of which a path consists, in PDF space of the page; `undefined` of one with anything else in it, or whose
 * rectangles lie over each other, so that its rule of filling may leave holes.
 */
export function rectanglesOf(given: Asking, object: PageObject): readonly Box[] | undefined {
  const outlines = outlinesOf(given, object)
  const boxes = outlines?.map(rectangleOf)
  if (!boxes || boxes.length === 0) return undefined
  const whole = boxes.filter((box) => box !== undefined)
  return whole.length === boxes.length && !overlap(whole) ? whole : undefined
}

/** Of straight lines alone. */
function outlinesOf({ pdfium, scratch }: Asking, object: PageObject): Point[][] | undefined {
  const { handle, toPage } = object
  const count = pdfium.FPDFPath_CountSegments(handle)
  if (count > mostSegments) return undefined
  const matrix = multiply(matrixOf(pdfium, handle, scratch), toPage)
  const outlines: Point[][] = []
  for (let i = 0; i < count; i++) {
    const piece = readPiece({ pdfium, scratch }, pdfium.FPDFPath_GetPathSegment(handle, i), matrix)
    if (!piece || (piece.kind !== lineTo && piece.kind !== moveTo)) return undefined
    addTo(outlines, piece)
  }
  return outlines
}

function addTo(outlines: Point[][], { kind, x, y }: PathPiece): void {
  const open = outlines.at(-1)
  if (kind === moveTo || !open) outlines.push([[x, y]])
  else open.push([x, y])
}

function rectangleOf(corners: readonly Point[]): Box | undefined {
  const [first, second, third, fourth, last] = corners
  if (!first || !second || !third || !fourth || corners.length > 5) return undefined
  if (last && !isSame(first, last)) return undefined
  const isRound = isOpposite([first, second], [third, fourth])
  const sides = [
    [first, second],
    [second, third],
    [third, fourth],
    [fourth, first],
  ] as const
  if (!isRound || !sides.every(([from, to]) => isUpright(from, to))) return undefined
  return [
    Math.min(first[0], third[0]),
    Math.min(first[1], third[1]),
    Math.max(first[0], third[0]),
    Math.max(first[1], third[1]),
  ]
}

const isSame = (a: Point, b: Point) =>
  Math.abs(a[0] - b[0]) <= slack && Math.abs(a[1] - b[1]) <= slack

const isUpright = (a: Point, b: Point) =>
  Math.abs(a[0] - b[0]) <= slack || Math.abs(a[1] - b[1]) <= slack

/** Whether the middles of two lines through the corners are the same, as in a parallelogram. */
function isOpposite([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): boolean {
  return isSame([a[0] + c[0], a[1] + c[1]], [b[0] + d[0], b[1] + d[1]])
}

function overlap(boxes: readonly Box[]): boolean {
  return boxes.some((a, i) => boxes.slice(i + 1).some((b) => isOver(a, b)))
}

function isOver(a: Box, b: Box): boolean {
  return (
    Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > slack &&
    Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > slack
  )
}
