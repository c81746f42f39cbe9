import type { InkMask } from '../picture/find-ink.ts'
import type { Planes } from './sample-image.ts'

/** Distribution of ink in the picture of a line. */
export type InkProfile = {
  /** Number of ink pixels in every column. */
  readonly columns: Uint16Array
  /** The rows between which nearly all ink lies, which is about the height of a capital letter. */
  readonly top: number
  readonly bottom: number
}

/**
 * Parts ink from paper at the brightness that separates both best (Otsu 1979). The rarer of both is the ink, so white
 * letters on black are ink too.
 */
export function inkProfile(picture: Planes): InkProfile {
  const ink = inkOf(picture)
  const rules = findRules(ink)
  if (hasLetters(ink, rules))
    for (const [from, to] of rules) ink.pixels.fill(0, from * ink.width, to * ink.width)
  const columns = new Uint16Array(ink.width)
  for (let y = 0; y < ink.height; y++)
    for (let x = 0; x < ink.width; x++) columns[x]! += ink.pixels[y * ink.width + x]!
  return { columns, ...spanOf(rowsOf(ink)) }
}

function inkOf(picture: Planes): InkMask {
  const { width, height } = picture
  const brightness = brightnessOf(picture)
  const threshold = otsuThreshold(brightness)
  const dark = brightness.reduce((count, value) => count + (value <= threshold ? 1 : 0), 0)
  const isInkDark = dark * 2 <= brightness.length
  const pixels = brightness.map((value) => (value <= threshold === isInkDark ? 1 : 0))
  return { width, height, pixels }
}

function rowsOf({ width, height, pixels }: InkMask): Float64Array {
  const rows = new Float64Array(height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y]! += pixels[y * width + x]!
  return rows
}

/** Share of the height: letters have ink in more rows; what the edges of rules leave is in fewer. */
const minLetterRows = 0.15

/** Signs such as = and 二 look like rules, so rules count as such only beside other ink. */
function hasLetters(ink: InkMask, rules: readonly Rows[]): boolean {
  const isRule = (y: number) => rules.some(([from, to]) => y >= from && y < to)
  const letterRows = rowsOf(ink).filter((count, y) => count > 0 && !isRule(y))
  return letterRows.length >= minLetterRows * ink.height
}

/** Shares of the width: how much ink a row between a rule and letters has at most, and how much of it a rule covers. */
const maxInkBetween = 0.03
const minRuleCover = 0.85
/** Share of the height: a rule is thinner, also where it is tilted. */
const maxRuleHeight = 0.2

type Rows = readonly [from: number, to: number]

/** The side of a cell or an underline above or below the letters: rows apart from theirs, with ink from end to end. */
function findRules(ink: InkMask): readonly Rows[] {
  const { width, height, pixels } = ink
  const runs: [number, number][] = []
  for (const [y, count] of rowsOf(ink).entries()) {
    if (count <= maxInkBetween * width) continue
    const last = runs.at(-1)
    if (last?.[1] === y) last[1] = y + 1
    else runs.push([y, y + 1])
  }
  if (runs.length < 2) return []
  const coverOf = ([from, to]: Rows) => {
    let columns = 0
    for (let x = 0; x < width; x++)
      for (let y = from; y < to; y++)
        if (pixels[y * width + x] === 1) {
          columns++
          break
        }
    return columns
  }
  return runs.filter(
    (run) => run[1] - run[0] <= maxRuleHeight * height && coverOf(run) >= minRuleCover * width,
  )
}

/** The mean of the channels, pixel by pixel. */
export function brightnessOf({ width, height, channels, values }: Planes): Uint8Array {
  const size = width * height
  const brightness = new Uint8Array(size)
  for (let i = 0; i < size; i++)
    brightness[i] =
      channels === 1 ? values[i]! : (values[i]! + values[size + i]! + values[2 * size + i]!) / 3
  return brightness
}

function otsuThreshold(brightness: Uint8Array): number {
  const histogram = new Float64Array(256)
  for (const value of brightness) histogram[value]!++
  const total = histogram.reduce((sum, count, value) => sum + count * value, 0)
  let best = { threshold: 0, contrast: -1 }
  let darkPixels = 0
  let sumBelow = 0
  for (let threshold = 0; threshold < 255; threshold++) {
    darkPixels += histogram[threshold]!
    sumBelow += threshold * histogram[threshold]!
    const lightPixels = brightness.length - darkPixels
    if (darkPixels === 0 || lightPixels === 0) continue
    const distance = sumBelow / darkPixels - (total - sumBelow) / lightPixels
    const contrast = darkPixels * lightPixels * distance * distance
    if (contrast > best.contrast) best = { threshold, contrast }
  }
  return best.threshold
}

/** Rows with little ink belong to neighbouring lines and to dirt. */
function spanOf(rows: Float64Array): { top: number; bottom: number } {
  const threshold = Math.max(...rows) * 0.15
  const top = Math.max(
    0,
    rows.findIndex((ink) => ink > threshold),
  )
  const bottom = rows.findLastIndex((ink) => ink > threshold) + 1
  return { top, bottom: Math.max(bottom, top + 1) }
}
