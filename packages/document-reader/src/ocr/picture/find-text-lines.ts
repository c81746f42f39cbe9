import type { Box } from '@recto/document-text/model'
import { type Component, findComponents, lettersAmong } from './find-components.ts'
import type { InkMask } from './find-ink.ts'

/** Maximum gap between two letters of a line, in heights of the usual letter. */
const maxGap = 3
const letterSizes = { min: 0.45, max: 2.6, maxWidth: 12 }
/** Share of the lower of a letter and a line over which their heights must overlap. */
const minLevel = 0.45
/** How many of a line's last letters say where it goes on: a page may be curved. */
const tail = 8
/** A texture has more shapes than any page has letters; lines are not looked for in it. */
const maxShapes = 20_000

type Row = {
  readonly letters: Component[]
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export type InkLine = {
  /** Pixels; from the highest letters to the lowest, but for a few that stand out. */
  readonly box: Box
  /** Pixels: the height of its letters. */
  readonly letterHeight: number
}

/**
 * Lines of a level page, in no order: letters are chained to the nearest line on their level, from left to right
 * (after L. O'Gorman, "The document spectrum for page layout analysis", 1993). A wide gap begins a line of its own.
 */
export function findTextLines(ink: InkMask): InkLine[] {
  const components = findComponents(ink)
  if (components.length > maxShapes) return []
  const usual = usualHeight(lettersAmong(components, ink))
  const letters = components.filter((component) => isLetter(component, usual))
  if (usual === 0) return []
  return chain(letters, usual)
    .map((row) => withSigns(lineOf(row), components, usual))
    .filter(({ box, letterHeight }) => box[2] - box[0] >= usual * 0.3 && letterHeight <= usual * 3)
}

function usualHeight(letters: readonly Component[]): number {
  return share(
    letters.map(heightOf).filter((height) => height >= 6),
    0.6,
  )
}

function isLetter(component: Component, usual: number): boolean {
  const width = component.right - component.left
  const height = heightOf(component)
  const { min, max, maxWidth } = letterSizes
  return (
    height >= min * usual &&
    height <= max * usual &&
    width <= maxWidth * usual &&
    width < maxWidth * height
  )
}

function chain(letters: readonly Component[], usual: number): Row[] {
  const rows: Row[] = []
  /** Rows that ended too far to the left are not asked again. */
  let open: number[] = []
  for (const letter of letters.toSorted((a, b) => a.left - b.left)) {
    open = open.filter((place) => letter.left - rows[place]!.right <= maxGap * usual)
    const nearest = nearestRow(rows, open, letter)
    if (nearest === undefined) open.push(rows.push(rowOf([letter], letter.right)) - 1)
    else {
      const { letters: rowLetters, right } = rows[nearest]!
      rowLetters.push(letter)
      rows[nearest] = rowOf(rowLetters, Math.max(right, letter.right))
    }
  }
  return rows
}

function rowOf(letters: Component[], right: number): Row {
  const last = letters.slice(-tail)
  return {
    letters,
    right,
    top: share(
      last.map(({ top }) => top),
      0.35,
    ),
    bottom: share(
      last.map(({ bottom }) => bottom),
      0.65,
    ),
  }
}

function nearestRow(
  rows: readonly Row[],
  open: readonly number[],
  letter: Component,
): number | undefined {
  let best: number | undefined
  let minDistance = Number.POSITIVE_INFINITY
  for (const place of open) {
    const row = rows[place]!
    const common = Math.min(letter.bottom, row.bottom) - Math.max(letter.top, row.top)
    if (common < minLevel * Math.min(heightOf(letter), row.bottom - row.top)) continue
    const step = Math.abs(letter.top + letter.bottom - row.top - row.bottom) / 2
    const distance = step + Math.max(0, letter.left - row.right) * 0.1
    if (distance < minDistance) {
      best = place
      minDistance = distance
    }
  }
  return best
}

function lineOf({ letters, right }: Row): InkLine {
  const left = letters.reduce((minLeft, letter) => Math.min(minLeft, letter.left), right)
  const top = share(
    letters.map((letter) => letter.top),
    0.08,
  )
  const bottom = share(
    letters.map((letter) => letter.bottom),
    0.92,
  )
  return { box: [left, top, right, bottom], letterHeight: share(letters.map(heightOf), 0.6) }
}

/** A line with the points and dashes beside its first and last letters. */
function withSigns(line: InkLine, components: readonly Component[], usual: number): InkLine {
  const [left, top, right, bottom] = line.box
  const reach = line.letterHeight
  const signs = components.filter(
    (sign) => isSign(sign, usual) && sign.right > left - reach && sign.left < right + reach,
  )
  const level = signs.filter((sign) => {
    const middle = (sign.top + sign.bottom) / 2
    return middle > top - reach * 0.3 && middle < bottom + reach * 0.3
  })
  const from = level.reduce((minLeft, sign) => Math.min(minLeft, sign.left), left)
  const to = level.reduce((maxRight, sign) => Math.max(maxRight, sign.right), right)
  return { ...line, box: [from, top, to, bottom] }
}

function isSign(component: Component, usual: number): boolean {
  const width = component.right - component.left
  return heightOf(component) < letterSizes.min * usual && width < maxGap * usual
}

function heightOf({ top, bottom }: Component): number {
  return bottom - top
}

function share(numbers: readonly number[], rank: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * rank))] ?? 0
}
