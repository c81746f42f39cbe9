import type { Box } from '@recto/document-text/model'
import { runsOf } from '../picture/find-components.ts'
import type { InkMask } from '../picture/find-ink.ts'

/** The outline of a square; `right` and `bottom` are the first pixels outside. */
export type Square = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Of the outline, in pixels. */
  readonly thickness: number
}

/** Pixels. */
const minSide = 9
/** In letters of the middle size; and in pixels where there are none. */
const minSideInLetters = 0.8
const maxSideInLetters = 3.5
const maxSideAlone = 45
/** In the longer side: forms have boxes of 21 x 26 pixels too, but letters are oblong as well. */
const maxOblong = 0.25
const clearlyOblong = 0.14
const minOblongInLetters = 1.1
/** In sides. */
const maxThickness = 0.2
const cornerReach = 0.18
/** Of an edge, how much must be inked. */
const minCover = 0.88

/**
 * Squares by their edges: a level run of ink with paper above it, from whose ends two upright runs of the same
 * length lead down to the ends of another level run. Edges may be crossed by a mark that leaves the
 * square; an outline that goes on beyond its corners is part of a grid.
 */
export function findSquares(ink: InkMask, letter: number, minLetters = minSideInLetters): Square[] {
  const maxSize = Math.max(maxSideAlone, letter * maxSideInLetters)
  const found: Square[] = []
  const smallest = (square: Square) =>
    Math.max(minSide, letter * (isOblong(square) ? minOblongInLetters : minLetters))
  for (const edge of topEdges(ink, maxSize * 1.4)) {
    const square = traceSquare(ink, edge)
    const side = square && square.right - square.left
    if (!side || side < smallest(square) || side > maxSize) continue
    if (!found.some((other) => overlap(other, square)) && stands(ink, square)) found.push(square)
  }
  return found
}

function isOblong({ left, top, right, bottom }: Square): boolean {
  const [width, height] = [right - left, bottom - top]
  return Math.abs(width - height) > Math.max(2, Math.max(width, height) * clearlyOblong)
}

type Edge = { readonly y: number; readonly start: number; readonly end: number }

function* topEdges(ink: InkMask, maxLength: number): Generator<Edge> {
  for (let y = 1; y < ink.height - minSide; y++)
    for (const [start, end] of runsOf(ink, y)) {
      const isOfSize = end - start >= minSide && end - start <= maxLength
      if (isOfSize && inkShare(ink, [start, y - 1, end, y]) <= 0.5) yield { y, start, end }
    }
}

/** Follows the ends of a level run down. */
function traceSquare(ink: InkMask, { y, start, end }: Edge): Square | undefined {
  const reach = Math.round((end - start) * cornerReach) + 1
  const left = longestDrop(ink, y, [start - reach, start + reach])
  const right = longestDrop(ink, y, [end - 1 + reach, end - 1 - reach])
  if (!left || !right || right.x - left.x < minSide) return undefined
  const side = right.x + 1 - left.x
  const bottom = Math.round((left.bottom + right.bottom) / 2)
  const height = bottom - y
  if (Math.abs(left.bottom - right.bottom) > Math.max(2, side * 0.15)) return undefined
  if (Math.abs(height - side) > Math.max(2, Math.max(height, side) * maxOblong)) return undefined
  const place = { left: left.x, top: y, right: right.x + 1, bottom }
  return { ...place, thickness: measureOutline(ink, place) }
}

type Drop = { readonly x: number; readonly bottom: number }

/** The column, from the outermost on, in which ink leads furthest down from near a row. */
function longestDrop(ink: InkMask, y: number, [outer, inner]: [number, number]): Drop | undefined {
  const step = outer < inner ? 1 : -1
  const reach = Math.abs(inner - outer) / 2
  let best: Drop | undefined
  for (let x = outer; x !== inner + step; x += step) {
    if (x < 0 || x >= ink.width) continue
    const bottom = dropFrom(ink, x, y, reach)
    if (!best || bottom > best.bottom + 1) best = { x, bottom }
  }
  return best && best.bottom - y > reach * 2 ? best : undefined
}

/** Where the ink ends that begins within reach below a row; a missing pixel is forgiven. */
function dropFrom({ width, height, pixels }: InkMask, x: number, y: number, reach: number): number {
  let at = y
  while (at < y + reach && pixels[at * width + x] === 0) at++
  if (pixels[at * width + x] === 0) return y
  while (at < height && (pixels[at * width + x] || pixels[(at + 1) * width + x])) at++
  return at
}

/** The thinnest side decides, because a mark may touch the others. */
function measureOutline(ink: InkMask, place: Omit<Square, 'thickness'>): number {
  const { left, top, right, bottom } = place
  const [x, y] = [(left + right) >> 1, (top + bottom) >> 1]
  const quarter = (right - left) >> 2
  const sides = [-quarter, 0, quarter].map((shift) => [
    depthFrom(ink, [x + shift, top], [0, 1]),
    depthFrom(ink, [x + shift, bottom - 1], [0, -1]),
    depthFrom(ink, [left, y + shift], [1, 0]),
    depthFrom(ink, [right - 1, y + shift], [-1, 0]),
  ])
  const middles = [0, 1, 2, 3].map(
    (side) => sides.map((row) => row[side]!).sort((a, b) => a - b)[1]!,
  )
  return Math.max(1, Math.min(...middles))
}

function depthFrom(
  { width, height, pixels }: InkMask,
  [x, y]: readonly [number, number],
  [stepX, stepY]: readonly [number, number],
): number {
  let depth = 0
  for (let k = 0; k < Math.max(width, height); k++) {
    if (!pixels[(y + stepY * k) * width + x + stepX * k]) {
      // The very edge of an outline may be ragged.
      if (k === 0) continue
      break
    }
    depth++
  }
  return depth
}

/** All four edges are there, the outline is thin, and the square stands by itself. */
function stands(ink: InkMask, square: Square): boolean {
  const { left, top, right, bottom, thickness } = square
  const side = right - left
  if (thickness > Math.max(2, side * maxThickness)) return false
  const band = thickness + 1
  const isWhole =
    coverAcross(ink, [left, top, right, top + band]) >= minCover &&
    coverAcross(ink, [left, bottom - band, right, bottom]) >= minCover &&
    coverDown(ink, [left, top, left + band, bottom]) >= minCover &&
    coverDown(ink, [right - band, top, right, bottom]) >= minCover
  return isWhole && cornersOf(ink, square) >= 4 && !isInGrid(ink, square) && !isInWord(ink, square)
}

/** Of the columns of a box, how many have ink. */
function coverAcross({ width, pixels }: InkMask, [x0, y0, x1, y1]: Box): number {
  let covered = 0
  for (let x = x0; x < x1; x++)
    for (let y = y0; y < y1; y++)
      if (pixels[y * width + x]) {
        covered++
        break
      }
  return covered / (x1 - x0)
}

function coverDown({ width, pixels }: InkMask, [x0, y0, x1, y1]: Box): number {
  let covered = 0
  for (let y = y0; y < y1; y++)
    if (pixels.subarray(y * width + x0, y * width + x1).includes(1)) covered++
  return covered / (y1 - y0)
}

/** Round letters have no ink in the corners of their boxes. */
function cornersOf(ink: InkMask, { left, top, right, bottom }: Square): number {
  const near = Math.max(2, Math.round((right - left) * 0.1))
  const corners: Box[] = [
    [left, top, left + near, top + near],
    [right - near, top, right, top + near],
    [left, bottom - near, left + near, bottom],
    [right - near, bottom - near, right, bottom],
  ]
  return corners.filter((corner) => inkShare(ink, corner) > 0).length
}

/** At two or more places, an edge goes on beyond its corner. */
function isInGrid(ink: InkMask, { left, top, right, bottom, thickness }: Square): boolean {
  const far = Math.max(4, Math.round((right - left) * 0.3))
  const band = thickness + 1
  const across: Box[] = [
    [left - far, top, left - 1, top + band],
    [left - far, bottom - band, left - 1, bottom],
    [right + 1, top, right + far, top + band],
    [right + 1, bottom - band, right + far, bottom],
  ]
  const down: Box[] = [
    [left, top - far, left + band, top - 1],
    [right - band, top - far, right, top - 1],
    [left, bottom + 1, left + band, bottom + far],
    [right - band, bottom + 1, right, bottom + far],
  ]
  const goOn = [
    ...across.filter((box) => isInside(ink, box) && coverAcross(ink, box) > 0.9),
    ...down.filter((box) => isInside(ink, box) && coverDown(ink, box) > 0.9),
  ]
  return goOn.length >= 2
}

/** Letters close by on both sides, or very close on one, make it one of them. */
function isInWord(ink: InkMask, { left, top, right, bottom }: Square): boolean {
  const side = right - left
  const isCrowded = (gap: number, most: number) => {
    const strips: Box[] = [
      [left - gap, top, left - 1, bottom],
      [right + 1, top, right + gap, bottom],
    ]
    return strips.filter((strip) => isInside(ink, strip) && inkShare(ink, strip) > most).length
  }
  const near = Math.max(3, Math.round(side * 0.25))
  const veryNear = Math.max(3, Math.round(side * 0.12))
  return isCrowded(near, 0.08) === 2 || isCrowded(veryNear, 0.15) > 0
}

function isInside({ width, height }: InkMask, [x0, y0, x1, y1]: Box): boolean {
  return x0 >= 0 && y0 >= 0 && x1 <= width && y1 <= height && x1 > x0 && y1 > y0
}

/** The share of a box that is ink; what lies outside the picture is paper. */
export function inkShare({ width, pixels }: InkMask, [x0, y0, x1, y1]: Box): number {
  let count = 0
  for (let y = y0; y < y1; y++)
    for (let at = y * width + x0; at < y * width + x1; at++) if (pixels[at]) count++
  return x1 > x0 && y1 > y0 ? count / ((x1 - x0) * (y1 - y0)) : 0
}

function overlap(a: Square, b: Square): boolean {
  const [x, y] = [(b.left + b.right) / 2, (b.top + b.bottom) / 2]
  return x > a.left && x < a.right && y > a.top && y < a.bottom
}
