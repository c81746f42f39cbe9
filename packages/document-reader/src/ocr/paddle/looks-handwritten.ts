import { findComponents } from '../picture/find-components.ts'
import type { InkMask } from '../picture/find-ink.ts'
import type { InkProfile } from './ink-profile.ts'
import { measureLineInk } from './point-ink.ts'
import type { RecognisedLine } from './recognise-line.ts'

/** Fewer characters tell nothing of a line, and a few tell less than many. */
const minCharacters = 5
const surelyMany = 8
/** The dots of which some printers make letters stand on no base line. */
const minFeet = 4
/** Print of these scripts fills its square in many ways: its letters stand on no base line either. */
const squareScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/u
/** Darkness that counts as ink; paper has 0. */
const inkThreshold = 0.45
/** Shares of the height of the picture: lower shapes are points and specks, and how far feet on one base line lie apart. */
const minShape = 0.22
const baseReach = 2 / 48
/** Share of the height of the picture within which the ink of print begins and ends. */
const edge = 3 / 48
/** Print has .6 or more of each of the three measures. Chosen on fonts of handwriting, on print and on photographed receipts. */
const maxEvenness = { few: 1.35, many: 1.65 }

/**
 * Whether a line looks handwritten. The letters of print stand on one base line and have few heights, so that the ink of a line
 * begins and ends within a few rows; what a hand has written does not.
 */
export function looksHandwritten(
  { characters, picture }: RecognisedLine,
  ink: InkProfile,
): boolean {
  if (characters.length < minCharacters) return false
  if (characters.some(({ text }) => squareScripts.test(text))) return false
  const { width, height, darkness } = measureLineInk(picture, ink)
  const pixels = Uint8Array.from(darkness, (dark) => (dark >= inkThreshold ? 1 : 0))
  const mask = { width, height, pixels }
  const feet = feetOf(mask)
  if (feet.length < minFeet) return false
  const evenness = shareOnBase(feet, mask) + sharpnessOf(mask)
  return evenness < (characters.length < surelyMany ? maxEvenness.few : maxEvenness.many)
}

/** Returns the rows in which the shapes of a line end below, from the highest to the lowest. */
function feetOf(mask: InkMask): readonly number[] {
  return findComponents(mask)
    .filter(({ top, bottom }) => bottom - top >= minShape * mask.height)
    .map(({ bottom }) => bottom)
    .sort((a, b) => a - b)
}

/** The share of the shapes that stand on one base line. */
function shareOnBase(feet: readonly number[], { height }: InkMask): number {
  const base = feet[feet.length >> 1]!
  const standing = feet.filter((foot) => Math.abs(foot - base) <= baseReach * height)
  return standing.length / feet.length
}

/** Measures from 0 to 2 how suddenly the ink begins and ends from row to row. */
function sharpnessOf({ width, height, pixels }: InkMask): number {
  const rows = Array.from({ length: height }, (_, y) =>
    pixels.subarray(y * width, (y + 1) * width).reduce((sum, pixel) => sum + pixel, 0),
  )
  const maxCount = Math.max(1, ...rows)
  const step = Math.round(edge * height)
  const changes = rows.slice(step).map((count, y) => (count - rows[y]!) / maxCount)
  return Math.max(0, ...changes) + Math.max(0, ...changes.map((change) => -change))
}
