import type { Box } from '@recto/document-text/model'
import { closeGaps } from '../picture/close-gaps.ts'
import {
  type Component,
  findComponents,
  lettersAmong,
  medianSize,
} from '../picture/find-components.ts'
import type { InkMask } from '../picture/find-ink.ts'
import { haveSharedArea } from '../words/find-handwriting.ts'
import type { OcrCheckbox } from '../words/ocr-engine.ts'
import { hasFreeSides, hasSharpCorners, isCertainBox, isLikelyBox } from './box-evidence.ts'
import { findRadios, type Radio } from './find-radios.ts'
import { findSoftBoxes, isPeer } from './find-soft-boxes.ts'
import {
  boxOf,
  findFrames,
  findSquares,
  inkShare,
  maxSquares,
  type Square,
} from './find-squares.ts'
import { findStacks } from './find-stacks.ts'
import { maxSideThickness, measureSides } from './measure-sides.ts'
import { withoutLetterCells } from './without-letter-cells.ts'
import { withoutLetterSquares } from './without-letter-squares.ts'

/** Ink ratio inside a box above which it is certainly checked: a thin tick covers about a tenth. */
const sureMark = 0.2
/** A speck in an empty box is no mark, however low the threshold. */
const minMark = 0.1
/** Pixels that may be missing in an outline. */
const maxBreak = 3

/**
 * Check boxes and radio buttons by their outlines: squares and circles of about the size of a letter, empty or
 * with a mark inside. How much of the inside is inked says how sure a mark is; a mark less sure than
 * `threshold` counts as none. Letters, cells of tables, cells for single letters, solid squares
 * and the corners of QR codes are left out. `faint` is the same page with lighter tones taken for ink too. A page with more
 * than `maxSquares` of them is a pattern and has none.
 */
export function findCheckboxes(
  ink: InkMask,
  threshold: number,
  faint: InkMask = ink,
): OcrCheckbox[] {
  const components = findComponents(ink)
  const letter = medianSize(lettersAmong(components, ink))
  const page: SearchedPage = {
    ink,
    closedInk: closeGaps(ink, maxBreak),
    faint,
    components,
    faintComponents: findComponents(faint),
    letter,
  }
  const outlines = findOutlines(page)
  if (outlines.length > maxSquares) return []
  const outlinesAndSoftBoxes = [...outlines, ...findSoftBoxesOf(page, outlines)]
  if (outlinesAndSoftBoxes.length > maxSquares) return []
  const squares = withoutLetterSquares(
    ink,
    withoutLetterCells(outlinesAndSoftBoxes.sort(inReadingOrder)),
  )
  const radios = findRadiosOf(page).filter(
    ({ box }) => !squares.some((square) => haveSharedArea(boxOf(square), box)),
  )
  if (squares.length + radios.length > maxSquares) return []
  return [
    ...squares.map((square) => judge(boxOf(square), markIn(ink, square), threshold)),
    ...radios.map(({ box, isSelected }) => judge(box, isSelected ? 1 : 0, threshold)),
  ]
}

type SearchedPage = {
  readonly ink: InkMask
  /** The same with short gaps closed. */
  readonly closedInk: InkMask
  readonly faint: InkMask
  readonly components: readonly Component[]
  readonly faintComponents: readonly Component[]
  /** Pixels: the middle letter. */
  readonly letter: number
}

function findSoftBoxesOf(
  { ink, faint, components, faintComponents, letter }: SearchedPage,
  squares: readonly Square[],
): readonly Square[] {
  const faintBoxes = findSoftBoxes(faint, faintComponents, { letter, squares })
  const boxes = [
    ...findSoftBoxes(ink, components, { letter, squares }),
    ...faintBoxes.filter((square) => hasSharpCorners(faint, boxOf(square))),
  ]
  return withoutRepeats(boxes).filter(
    (box) =>
      !isFinderPattern(ink, box) &&
      !isFinderPattern(faint, box) &&
      !squares.some((square) => isSamePlace(square, box)),
  )
}

/** Rims that are thinner than a pixel are whole in fainter ink only, or once their gaps are closed. */
function findRadiosOf({
  ink,
  closedInk,
  faint,
  components,
  faintComponents,
  letter,
}: SearchedPage): readonly Radio[] {
  const clearRadios = findRadios(ink, components, letter)
  const faintRadios = findRadios(faint, faintComponents, letter, ink)
  const closedRadios = findRadios(closedInk, findComponents(closedInk), letter, ink)
  const radios: Radio[] = []
  for (const radio of [...clearRadios, ...faintRadios, ...closedRadios])
    if (!radios.some(({ box }) => isMiddleIn(box, radio.box))) radios.push(radio)
  return radios
}

/** The rims of circles that touch share a row of pixels. */
function isMiddleIn([x0, y0, x1, y1]: Box, box: Box): boolean {
  const x = (box[0] + box[2]) / 2
  const y = (box[1] + box[3]) / 2
  return x > x0 && x < x1 && y > y0 && y < y1
}

/**
 * Broken outlines are whole once their gaps are closed, and thin grey ones in fainter ink. Outlines that could be letters
 * count if their sides are free and there is another one of their size in their row or column. Of a pattern, all squares that
 * one search came across are returned.
 */
function findOutlines({ ink, closedInk, faint, letter }: SearchedPage): readonly Square[] {
  const candidates: { readonly mask: InkMask; readonly square: Square }[] = []
  const stackedSquares: Square[] = []
  for (const mask of [ink, closedInk, faint, closeGaps(faint, maxBreak)]) {
    const frames = findFrames(mask, letter)
    const squares = findSquares(mask, frames, letter)
    if (squares.length > maxSquares) return squares
    candidates.push(...squares.map((square) => ({ mask, square })))
    const stacks = findStacks(mask, frames, letter)
    if (stacks.length > maxSquares) return stacks
    stackedSquares.push(...stacks)
  }
  const certainSquares = withoutRepeats([
    ...candidates.filter(isCertain).map(({ square }) => square),
    ...stackedSquares,
  ])
  const otherSquares = withoutRepeats(
    candidates
      .filter(({ mask, square }) => isLikelyBox({ mask, ink }, square, letter))
      .map(({ square }) => square),
  ).filter((square) => !certainSquares.some((place) => isSamePlace(place, square)))
  const outlines = [...certainSquares, ...otherSquares].filter(
    (square) => !isFinderPattern(ink, square) && !isFinderPattern(faint, square),
  )
  // Letters such as B and 8 have strokes that lead inwards from the middle of a side.
  const certain = new Set(certainSquares)
  const clearSquares = outlines.filter((square) => certain.has(square) || hasFreeSides(ink, square))
  const isPaired = (square: Square) =>
    clearSquares.some((peer) => peer !== square && isPeer(square, peer))
  return clearSquares
    .filter((square) => certain.has(square) || isPaired(square))
    .sort(inReadingOrder)

  function isCertain({ mask, square }: (typeof candidates)[number]): boolean {
    return isFinderPattern(mask, square) || isCertainBox({ mask, ink }, square, letter)
  }
}

function withoutRepeats(squares: readonly Square[]): readonly Square[] {
  const places: Square[] = []
  for (const square of squares)
    if (!places.some((place) => isSamePlace(place, square))) places.push(square)
  return places
}

function inReadingOrder(a: Square, b: Square): number {
  return a.top - b.top || a.left - b.left
}

function isSamePlace(a: Square, b: Square): boolean {
  const shared =
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
    Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))
  return shared > 0
}

function judge(box: Box, mark: number, threshold: number): OcrCheckbox {
  const isChecked = mark >= Math.max(threshold, minMark)
  return { box, isChecked, confidence: isChecked ? mark : 1 - mark }
}

/** 0 to 1, how sure the inside holds a mark. A side that is thicker than the thinnest has a shadow, which is no mark. */
function markIn(ink: InkMask, { left, top, right, bottom, thickness }: Square): number {
  const side = right - left
  const margin = Math.max(1, Math.round(side * 0.08))
  const insetOf = (depth: number) =>
    (depth > thickness && depth <= side * maxSideThickness ? depth : thickness) + margin
  const sides = measureSides(ink, [left, top, right, bottom])
  const [leftInset, topInset, rightInset, bottomInset] = sides.map(insetOf)
  const share = inkShare(ink, [
    left + leftInset!,
    top + topInset!,
    right - rightInset!,
    bottom - bottomInset!,
  ])
  return Math.min(1, share / sureMark)
}

/**
 * The corner of a QR code: dark, light, dark, light, dark as 1 : 1 : 3 : 1 : 1 across and down (ISO/IEC 18004).
 */
function isFinderPattern(ink: InkMask, { left, top, right, bottom }: Square): boolean {
  const x = (left + right) >> 1
  const y = (top + bottom) >> 1
  const rowPixels = Array.from(
    { length: right - left },
    (_, i) => ink.pixels[y * ink.width + left + i],
  )
  const columnPixels = Array.from(
    { length: bottom - top },
    (_, i) => ink.pixels[(top + i) * ink.width + x],
  )
  return isFinderRow(rowPixels) && isFinderRow(columnPixels)
}

function isFinderRow(pixels: readonly (number | undefined)[]): boolean {
  const runs: number[] = []
  pixels.forEach((value, i) => {
    if (i > 0 && value === pixels[i - 1]) runs[runs.length - 1]!++
    else runs.push(1)
  })
  const modules = [1, 1, 3, 1, 1]
  const module = pixels.length / 7
  return (
    pixels[0] === 1 &&
    runs.length === modules.length &&
    runs.every((run, i) => Math.abs(run - modules[i]! * module) <= Math.max(1, module * 0.6))
  )
}
