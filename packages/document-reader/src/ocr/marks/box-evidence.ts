import type { Box } from '@recto/document-text/model'
import type { InkMask } from '../picture/find-ink.ts'
import { boxOf, inkShare, type Square } from './find-squares.ts'

/** Shares of a side. What looks for squares tolerates more, because it does not know the letters. */
const rimReach = 0.08
const minSideCover = 0.9
const minLikelyCover = 0.8
/** Share of the longer side: letters and digits are narrower. */
const maxOblong = 0.1
const maxCornerGap = 0.14
const cornersLeftOut = 0.1
const maxAttached = 0.1
const minGap = 0.12
/** Wide digits in a number are as far apart as small boxes from what they belong to. */
const minGapOfSmall = 0.26
const minWideGap = 0.45
/** Gaps are measured up to so many sides. */
const maxGapSides = 2
/** Share of the height, from the top, in which a tick may leave its box. */
const tickZone = 0.35
/** In heights of a box: how far beyond it a line goes on that is the side of a cell, and how much of it is inked. */
const rulingReach = 0.25
const minRulingCover = 0.9
/** Pixels of a column that are more than a speck. */
const minColumnInk = 2
/** In letters of the middle size: letters of the size of a box have curves or open sides. */
const minLetters = 1.04
const minLettersOfFaint = 1.3
const minLettersInRow = 1.8
/** Share of a side that is not its middle, at each end. */
const outsideMiddle = 0.4
const maxSpecks = 0.25
/** Share of a side: the outline of one that stands alone. */
const maxThickness = 0.2

/**
 * Whether a square is certainly the outline of a box and no letter: larger than small letters, its four sides whole and its
 * corners sharp, and apart from what stands beside it, as no letter of a word is. `mask` is the ink in which it was found, and
 * may be fainter than `ink`, or have its gaps closed: letters have closed outlines there as well.
 */
export function isCertainBox(
  { mask, ink }: { readonly mask: InkMask; readonly ink: InkMask },
  square: Square,
  letter: number,
): boolean {
  const box = boxOf(square)
  const [x0, y0, x1, y1] = box
  const letters = Math.min(x1 - x0, y1 - y0) / Math.max(letter, 1)
  if (letters < minLetters || square.thickness > Math.max(2, (x1 - x0) * maxThickness)) return false
  const isSmall = letters < minLettersOfFaint
  if (isSmall && Math.min(...gapsBeside(ink, box)) < minGapOfSmall) return false
  const isClear = hasWholeSides(isSmall ? ink : mask, box)
  return isClear && hasSharpCorners(mask, box) && standsApart(ink, box)
}

/**
 * Whether a square could be the outline of a box: as small as a capital, or with sides that a scan has broken. One alone might
 * be a letter.
 */
export function isLikelyBox(
  { mask, ink }: { readonly mask: InkMask; readonly ink: InkMask },
  square: Square,
  letter: number,
): boolean {
  const box = boxOf(square)
  const gaps = gapsBeside(ink, box)
  const width = box[2] - box[0]
  const height = box[3] - box[1]
  const isOblong = Math.abs(width - height) > Math.max(1, Math.max(width, height) * maxOblong)
  return (
    !isOblong &&
    hasWholeSides(mask, box, minLikelyCover) &&
    hasSharpCorners(mask, box) &&
    Math.min(...gaps) >= (width < letter * minLettersOfFaint ? minGapOfSmall : minGap) &&
    (Math.max(...gaps) >= minWideGap || width >= letter * minLettersInRow)
  )
}

/** Whether a shape that is hardly larger than letters has what none of them has. */
export function isClearSmallBox(ink: InkMask, square: Square): boolean {
  const box = boxOf(square)
  const isApart = Math.min(...gapsBeside(ink, box)) >= minGapOfSmall
  return isApart && hasSharpCorners(ink, box) && hasFreeSides(ink, square)
}

/** Whether there is paper inside the middle of each side of a box: a mark seldom leads there, and strokes of letters do. */
export function hasFreeSides(ink: InkMask, square: Square): boolean {
  const { thickness } = square
  return countFreeSides(ink, boxOf(square), [thickness, thickness, thickness, thickness]) === 4
}

/** How many sides of a box, which are so thick, have paper inside their middles. A stroke that crosses a letter leads to two. */
export function countFreeSides(
  ink: InkMask,
  [left, top, right, bottom]: Box,
  thicknesses: readonly [left: number, top: number, right: number, bottom: number],
): number {
  const x = Math.round((right - left) * outsideMiddle)
  const y = Math.round((bottom - top) * outsideMiddle)
  const [leftEdge, topEdge, rightEdge, bottomEdge] = thicknesses
  const strips: readonly Box[] = [
    [left + leftEdge + 1, top + y, left + leftEdge + 3, bottom - y],
    [right - rightEdge - 3, top + y, right - rightEdge - 1, bottom - y],
    [left + x, top + topEdge + 1, right - x, top + topEdge + 3],
    [left + x, bottom - bottomEdge - 3, right - x, bottom - bottomEdge - 1],
  ]
  return strips.filter((strip) => inkShare(ink, strip) <= maxSpecks).length
}

/** Whether the four sides of a box are inked between its corners, close to its edges. */
export function hasWholeSides(
  ink: InkMask,
  [x0, y0, x1, y1]: Box,
  minCover = minSideCover,
): boolean {
  const reach = Math.max(1, Math.round((x1 - x0) * rimReach))
  const width = x1 - x0
  const height = y1 - y0
  const isCovered = (length: number, isInk: (position: number, depth: number) => boolean) => {
    const from = Math.round(length * cornersLeftOut)
    let count = 0
    for (let position = from; position < length - from; position++)
      for (let depth = 0; depth <= reach; depth++)
        if (isInk(position, depth)) {
          count++
          break
        }
    return count >= (length - 2 * from) * minCover
  }
  return (
    isCovered(width, (position, depth) => isInkAt(ink, x0 + position, y0 + depth)) &&
    isCovered(width, (position, depth) => isInkAt(ink, x0 + position, y1 - 1 - depth)) &&
    isCovered(height, (position, depth) => isInkAt(ink, x0 + depth, y0 + position)) &&
    isCovered(height, (position, depth) => isInkAt(ink, x1 - 1 - depth, y0 + position))
  )
}

export function hasSharpCorners(ink: InkMask, [x0, y0, x1, y1]: Box): boolean {
  const reach = Math.floor((x1 - x0) * maxCornerGap)
  const isSharp = (
    [x, y]: readonly [number, number],
    [stepX, stepY]: readonly [number, number],
  ) => {
    for (let distance = 0; distance <= reach; distance++)
      for (let position = 0; position <= distance; position++)
        if (isInkAt(ink, x + stepX * position, y + stepY * (distance - position))) return true
    return false
  }
  return (
    isSharp([x0, y0], [1, 1]) &&
    isSharp([x1 - 1, y0], [-1, 1]) &&
    isSharp([x0, y1 - 1], [1, -1]) &&
    isSharp([x1 - 1, y1 - 1], [-1, -1])
  )
}

/** Whether there is paper on both sides of a box, and much on one, as beside no letter of a word. */
export function standsApart(ink: InkMask, box: Box): boolean {
  const gaps = gapsBeside(ink, box)
  return Math.min(...gaps) >= minGap && Math.max(...gaps) >= minWideGap
}

/** The paper to the left and to the right of a box, in sides; what touches it is part of its outline. */
export function gapsBeside(ink: InkMask, [x0, y0, x1, y1]: Box): readonly [number, number] {
  const side = x1 - x0
  const top = y0 + Math.round((y1 - y0) * tickZone)
  const hasInk = (x: number) =>
    countInk(ink, x, [top, y1]) >= minColumnInk && !isRulingAt(ink, x, [y0, y1])
  const gapFrom = (edge: number, step: 1 | -1) => {
    let x = edge
    for (let attachedCount = 0; attachedCount <= side * maxAttached && hasInk(x); attachedCount++)
      x += step
    let gap = 0
    while (gap < side * maxGapSides && !hasInk(x + step * gap)) gap++
    return gap / side
  }
  return [gapFrom(x0 - 1, -1), gapFrom(x1, 1)]
}

function countInk(ink: InkMask, x: number, [from, to]: readonly [number, number]): number {
  let count = 0
  for (let y = from; y < to; y++) if (isInkAt(ink, x, y)) count++
  return count
}

/** A line that goes on above and below a box is the side of its cell, and no letter. */
function isRulingAt(ink: InkMask, x: number, [y0, y1]: readonly [number, number]): boolean {
  const reach = Math.round((y1 - y0) * rulingReach)
  let count = 0
  for (let y = y0 - reach; y < y1 + reach; y++)
    if (isInkAt(ink, x - 1, y) || isInkAt(ink, x, y) || isInkAt(ink, x + 1, y)) count++
  return count >= (y1 - y0 + 2 * reach) * minRulingCover
}

function isInkAt({ width, height, pixels }: InkMask, x: number, y: number): boolean {
  return x >= 0 && y >= 0 && x < width && y < height && pixels[y * width + x] === 1
}
