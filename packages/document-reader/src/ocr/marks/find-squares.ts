import type { Box } from '@recto/document-text/model'
import { runsOf } from '../picture/find-components.ts'
import type { InkMask } from '../picture/find-ink.ts'

/** A rectangle; `right` and `bottom` are the first pixels outside. */
export type Frame = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The outline of a square. */
export type Square = Frame & {
  /** Outline thickness in pixels. */
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
/** Share of a side. */
const maxThickness = 0.27
const cornerReach = 0.18
/** Share of an edge that must be inked. */
const minCover = 0.88
/** With more of them, a page is a pattern. */
export const maxSquares = 2_000

/**
 * Squares by their edges: a level run of ink with paper above it, from whose ends two upright runs of the same
 * length lead down to the ends of another level run. Edges may be crossed by a mark that leaves the
 * square; an outline that goes on beyond its corners is part of a grid. The search ends at one more than `maxSquares`.
 */
export function findSquares(ink: InkMask, frames: readonly Frame[], letter: number): Square[] {
  const maxSize = maxSizeOf(letter)
  const squares: Square[] = []
  const getMinSide = (square: Square) =>
    Math.max(minSide, letter * (isOblong(square) ? minOblongInLetters : minSideInLetters))
  for (const frame of frames) {
    const square = toSquare(ink, frame)
    const side = square && square.right - square.left
    if (!side || side < getMinSide(square) || side > maxSize) continue
    if (!squares.some((knownSquare) => overlap(knownSquare, square)) && stands(ink, square))
      squares.push(square)
    if (squares.length > maxSquares) break
  }
  return squares
}

/** Pixels: the longest side of a box beside letters of a size. */
export const maxSizeOf = (letter: number): number =>
  Math.max(maxSideAlone, letter * maxSideInLetters)

export function boxOf({ left, top, right, bottom }: Square): Box {
  return [left, top, right, bottom]
}

function isOblong({ left, top, right, bottom }: Square): boolean {
  const width = right - left
  const height = bottom - top
  return Math.abs(width - height) > Math.max(2, Math.max(width, height) * clearlyOblong)
}

/** The frames that level runs of ink are the tops of, from the top of the page on: squares, and stacks of squares. */
export function findFrames(ink: InkMask, letter: number): readonly Frame[] {
  const frames: Frame[] = []
  for (const edge of topEdges(ink, maxSizeOf(letter) * 1.4)) {
    const frame = traceFrame(ink, edge)
    if (frame) frames.push(frame)
  }
  return frames
}

type Edge = { readonly y: number; readonly start: number; readonly end: number }

function* topEdges(ink: InkMask, maxLength: number): Generator<Edge> {
  for (let y = 1; y < ink.height - minSide; y++)
    for (const [start, end] of runsOf(ink, y)) {
      const isOfSize = end - start >= minSide && end - start <= maxLength
      if (isOfSize && inkShare(ink, [start, y - 1, end, y]) <= 0.5) yield { y, start, end }
    }
}

function toSquare(ink: InkMask, frame: Frame): Square | undefined {
  const side = frame.right - frame.left
  const height = frame.bottom - frame.top
  if (Math.abs(height - side) > Math.max(2, Math.max(height, side) * maxOblong)) return undefined
  return { ...frame, thickness: measureOutline(ink, frame) }
}

/** Follows the ends of a level run down as far as both go. */
function traceFrame(ink: InkMask, { y, start, end }: Edge): Frame | undefined {
  const reach = Math.round((end - start) * cornerReach) + 1
  const left = findDrop(ink, y, [start - reach, start + reach])
  const right = findDrop(ink, y, [end - 1 + reach, end - 1 - reach])
  if (!left || !right || right.x - left.x < minSide) return undefined
  const side = right.x + 1 - left.x
  const bottom = Math.round((left.bottom + right.bottom) / 2)
  if (Math.abs(left.bottom - right.bottom) > Math.max(2, side * 0.15)) return undefined
  return { left: left.x, top: y, right: right.x + 1, bottom }
}

type Drop = { readonly x: number; readonly bottom: number }

/** The column, from the outermost on, in which ink leads furthest down from near a row. */
function findDrop(ink: InkMask, y: number, [outer, inner]: [number, number]): Drop | undefined {
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

/**
 * Returns where the ink ends that begins within reach below a row; one missing pixel is tolerated.
 */
function dropFrom({ width, height, pixels }: InkMask, x: number, y: number, reach: number): number {
  let row = y
  while (row < y + reach && pixels[row * width + x] === 0) row++
  if (pixels[row * width + x] === 0) return y
  while (row < height && (pixels[row * width + x] || pixels[(row + 1) * width + x])) row++
  return row
}

/** The thinnest side decides, because a mark may touch the others. */
export function measureOutline(ink: InkMask, place: Frame): number {
  const { left, top, right, bottom } = place
  const x = (left + right) >> 1
  const y = (top + bottom) >> 1
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

/** How far ink reaches from a pixel in a direction. */
export function depthFrom(
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
  const isOutline = hasThinEdges(ink, square) && cornersOf(ink, square) >= 4
  return isOutline && !isInGrid(ink, square) && !isInWord(ink, square)
}

/** Whether all four edges of a square are inked, and thin. */
export function hasThinEdges(
  ink: InkMask,
  { left, top, right, bottom, thickness }: Square,
): boolean {
  if (thickness > Math.max(2, (right - left) * maxThickness)) return false
  const band = thickness + 1
  return (
    coverAcross(ink, [left, top, right, top + band]) >= minCover &&
    coverAcross(ink, [left, bottom - band, right, bottom]) >= minCover &&
    coverDown(ink, [left, top, left + band, bottom]) >= minCover &&
    coverDown(ink, [right - band, top, right, bottom]) >= minCover
  )
}

/** Returns the share of a box's columns that have ink. */
function coverAcross({ width, pixels }: InkMask, [x0, y0, x1, y1]: Box): number {
  let inkedColumns = 0
  for (let x = x0; x < x1; x++)
    for (let y = y0; y < y1; y++)
      if (pixels[y * width + x]) {
        inkedColumns++
        break
      }
  return inkedColumns / (x1 - x0)
}

function coverDown({ width, pixels }: InkMask, [x0, y0, x1, y1]: Box): number {
  let inkedRows = 0
  for (let y = y0; y < y1; y++)
    if (pixels.subarray(y * width + x0, y * width + x1).includes(1)) inkedRows++
  return inkedRows / (y1 - y0)
}

/** Round letters have no ink in the corners of their boxes. */
function cornersOf(ink: InkMask, { left, top, right, bottom }: Square): number {
  const innerReach = Math.max(2, Math.round((right - left) * 0.1))
  const corners: Box[] = [
    [left, top, left + innerReach, top + innerReach],
    [right - innerReach, top, right, top + innerReach],
    [left, bottom - innerReach, left + innerReach, bottom],
    [right - innerReach, bottom - innerReach, right, bottom],
  ]
  return corners.filter((corner) => inkShare(ink, corner) > 0).length
}

/** At two or more places, an edge goes on beyond its corner. */
function isInGrid(ink: InkMask, square: Square): boolean {
  const { left, top, right, bottom, thickness } = square
  const outerReach = outerReachOf(right - left)
  const band = thickness + 1
  const verticalEdges: Box[] = [
    [left, top - outerReach, left + band, top - 1],
    [right - band, top - outerReach, right, top - 1],
    [left, bottom + 1, left + band, bottom + outerReach],
    [right - band, bottom + 1, right, bottom + outerReach],
  ]
  return (
    [
      ...linesBeside(ink, square),
      ...verticalEdges.filter((box) => isInside(ink, box) && coverDown(ink, box) > 0.9),
    ].length >= 2
  )
}

/** The ends of the level edges of a square that go on beyond its corners. */
export function linesBeside(
  ink: InkMask,
  { left, top, right, bottom, thickness }: Square,
): readonly Box[] {
  const outerReach = outerReachOf(right - left)
  const band = thickness + 1
  const ends: Box[] = [
    [left - outerReach, top, left - 1, top + band],
    [left - outerReach, bottom - band, left - 1, bottom],
    [right + 1, top, right + outerReach, top + band],
    [right + 1, bottom - band, right + outerReach, bottom],
  ]
  return ends.filter((box) => isInside(ink, box) && coverAcross(ink, box) > 0.9)
}

/** Whether both upright edges go on above a frame, so that it is the lower part of something. */
export function goesOnAbove(ink: InkMask, { left, top, right }: Frame): boolean {
  const outerReach = outerReachOf(right - left)
  const edges: Box[] = [
    [left, top - outerReach, left + 2, top - 1],
    [right - 2, top - outerReach, right, top - 1],
  ]
  return edges.every((box) => isInside(ink, box) && coverDown(ink, box) > 0.9)
}

const outerReachOf = (side: number): number => Math.max(4, Math.round(side * 0.3))

/** Letters close by on both sides, or very close on one, make it one of them. */
function isInWord(ink: InkMask, { left, top, right, bottom }: Square): boolean {
  const side = right - left
  const isCrowded = (gap: number, maxInk: number) => {
    const strips: Box[] = [
      [left - gap, top, left - 1, bottom],
      [right + 1, top, right + gap, bottom],
    ]
    return strips.filter((strip) => isInside(ink, strip) && inkShare(ink, strip) > maxInk).length
  }
  const reach = Math.max(3, Math.round(side * 0.25))
  const veryNear = Math.max(3, Math.round(side * 0.12))
  return isCrowded(reach, 0.08) === 2 || isCrowded(veryNear, 0.15) > 0
}

function isInside({ width, height }: InkMask, [x0, y0, x1, y1]: Box): boolean {
  return x0 >= 0 && y0 >= 0 && x1 <= width && y1 <= height && x1 > x0 && y1 > y0
}

/** The share of a box that is ink; what lies outside the picture is paper. */
export function inkShare({ width, pixels }: InkMask, [x0, y0, x1, y1]: Box): number {
  let count = 0
  for (let y = y0; y < y1; y++)
    for (let offset = y * width + x0; offset < y * width + x1; offset++) if (pixels[offset]) count++
  return x1 > x0 && y1 > y0 ? count / ((x1 - x0) * (y1 - y0)) : 0
}

function overlap(a: Square, b: Square): boolean {
  const x = (b.left + b.right) / 2
  const y = (b.top + b.bottom) / 2
  return x > a.left && x < a.right && y > a.top && y < a.bottom
}
