import type { Box } from '@recto/document-text/model'
import type { Corner, Outline } from '../pdfium/path-outlines.ts'

/** Points. */
const maxLean = 0.6
/** Shares of the radius between which the points and the control points of a drawn circle lie. */
const minRadius = 0.9
const maxRadius = 1.25
const minCurvePoints = 8
/** Share of a side that is straight where the corners of a square are rounded. */
const minStraight = 0.45
const maxStraight = 1.2

export function boxOfOutline({ corners }: Outline): Box {
  let x0 = Number.POSITIVE_INFINITY
  let y0 = Number.POSITIVE_INFINITY
  let x1 = Number.NEGATIVE_INFINITY
  let y1 = Number.NEGATIVE_INFINITY
  for (const { x, y } of corners) {
    x0 = Math.min(x0, x)
    y0 = Math.min(y0, y)
    x1 = Math.max(x1, x)
    y1 = Math.max(y1, y)
  }
  return [x0, y0, x1, y1]
}

/** Whether an outline is a rectangle, its corners sharp or rounded. */
export function isRectangle(outline: Outline): boolean {
  if (outline.corners.length < 4) return false
  const sides = sidesOf(outline)
  if (!sides.every(([from, to]) => isLevel(from, to) || isUpright(from, to))) return false
  const box = boxOfOutline(outline)
  const { top, bottom, left, right } = measureSides(sides, box)
  const isLong = (length: number, side: number) =>
    length >= side * minStraight && length <= side * maxStraight
  const width = box[2] - box[0]
  const height = box[3] - box[1]
  return (
    [top, bottom].every((length) => isLong(length, width)) &&
    [left, right].every((length) => isLong(length, height))
  )
}

type Side = readonly [from: Corner, to: Corner]

const isLevel = (from: Corner, to: Corner) => Math.abs(from.y - to.y) <= maxLean
const isUpright = (from: Corner, to: Corner) => Math.abs(from.x - to.x) <= maxLean

/** How much of each side of a box is drawn straight. */
function measureSides(sides: readonly Side[], [x0, y0, x1, y1]: Box) {
  const straight = { top: 0, bottom: 0, left: 0, right: 0 }
  for (const [from, to] of sides)
    if (isLevel(from, to))
      straight[near(from.y, y0, y1) ? 'top' : 'bottom'] += Math.abs(from.x - to.x)
    else straight[near(from.x, x0, x1) ? 'left' : 'right'] += Math.abs(from.y - to.y)
  return straight
}

/** Whether a place is nearer to the first of two. */
function near(place: number, first: number, second: number): boolean {
  return Math.abs(place - first) < Math.abs(place - second)
}

/** The straight sides; a closed outline ends where it began. */
export function sidesOf({ corners, isClosed }: Outline): readonly Side[] {
  const sides = corners.slice(1).map((to, i) => [corners[i]!, to] as const)
  const straight = sides.filter(([, to]) => to.isLine)
  const [first] = corners
  const last = corners.at(-1)
  if (!isClosed || !first || !last) return straight
  return [...straight, [last, first] as const]
}

/** Whether an outline is a circle of curves. */
export function isCircle(outline: Outline): boolean {
  const { corners } = outline
  const curves = corners.slice(1).filter(({ isLine }) => !isLine)
  if (curves.length < minCurvePoints || curves.length < corners.length - 3) return false
  const [x0, y0, x1, y1] = boxOfOutline(outline)
  const radius = (x1 - x0 + y1 - y0) / 4
  return corners.every(({ x, y }) => {
    const distance = Math.hypot(x - (x0 + x1) / 2, y - (y0 + y1) / 2)
    return distance >= radius * minRadius && distance <= radius * maxRadius
  })
}
