import { type Component, findComponents } from '../picture/find-components.ts'
import type { InkMask } from '../picture/find-ink.ts'
import { brightnessOf } from './ink-profile.ts'
import type { Planes } from './sample-image.ts'

/** The picture of a line by its darkness, from 0 for paper to 1 for ink, and the rows between which its letters stand. */
export type LineInk = {
  readonly width: number
  readonly height: number
  readonly darkness: Float32Array
  readonly top: number
  readonly bottom: number
}

/** The first and the last column of a part of a line. */
type Columns = readonly [number, number]

/** Shares of the pixels of a line, from its darkest: what is taken for its ink and for its paper. */
const inkShare = 0.02
const paperShare = 0.7
const minContrast = 20
/** In heights of a digit: how large a point or a comma is, and how far from the base line it ends. */
const point = {
  minSide: 0.06,
  maxWidth: 0.34,
  maxHeight: 0.45,
  above: 0.2,
  below: 0.3,
  thickness: 0.12,
}
/**
 * What counts as ink. A mark that touches a digit in a blurred picture stands alone among the darkest pixels only, and a faint
 * mark exists among the light ones only.
 */
const thresholds = [0.2, 0.3, 0.4, 0.5, 0.6]
/** The lowest part of digits, in which points are, as a share of their height. */
const baseShare = 0.32

/**
 * Tells ink from paper by the tones of the whole line: a point may be too faint for the threshold that suits the letters.
 */
export function measureLineInk(
  picture: Planes,
  { top, bottom }: Pick<LineInk, 'top' | 'bottom'>,
): LineInk {
  const { width, height } = picture
  const tones = brightnessOf(picture)
  const histogram = new Uint32Array(256)
  for (const tone of tones) histogram[tone]!++
  const mean = tones.reduce((sum, tone) => sum + tone, 0) / tones.length
  const isDarkOnLight = mean >= (toneAt(histogram, 0) + toneAt(histogram, 1)) / 2
  const share = (fromInk: number) => toneAt(histogram, isDarkOnLight ? fromInk : 1 - fromInk)
  const paper = share(paperShare)
  const contrast = Math.max(minContrast, Math.abs(paper - share(inkShare)))
  const sign = isDarkOnLight ? 1 : -1
  const darkness = Float32Array.from(tones, (tone) =>
    Math.min(1, Math.max(0, (sign * (paper - tone)) / contrast)),
  )
  return { width, height, darkness, top, bottom }
}

/** The tone below which a share of the pixels is. */
function toneAt(histogram: Uint32Array, share: number): number {
  const total = histogram.reduce((sum, count) => sum + count, 0)
  let count = 0
  for (let tone = 0; tone < histogram.length; tone++) {
    count += histogram[tone]!
    if (count > share * (total - 1)) return tone
  }
  return histogram.length - 1
}

/** Whether a mark of the size of a point or a comma stands by itself on the base line between two columns. */
export function hasPoint(ink: LineInk, columns: Columns): boolean {
  const [start, width] = cut(ink, columns)
  return thresholds.some((threshold) =>
    findComponents(maskOf(ink, [start, width], threshold)).some(
      (mark) => mark.left > 0 && mark.right < width && isPoint(mark, ink),
    ),
  )
}

function cut(ink: LineInk, [from, to]: Columns): readonly [start: number, width: number] {
  const start = Math.max(0, Math.floor(from))
  return [start, Math.max(0, Math.min(ink.width, Math.ceil(to)) - start)]
}

function maskOf(
  { width: rowLength, height, darkness }: LineInk,
  [start, width]: readonly [number, number],
  threshold: number,
): InkMask {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (darkness[y * rowLength + start + x]! >= threshold) pixels[y * width + x] = 1
  return { width, height, pixels }
}

function isPoint(mark: Component, { top, bottom }: LineInk): boolean {
  const digitHeight = bottom - top
  const width = mark.right - mark.left
  const height = mark.bottom - mark.top
  return (
    Math.min(width, height) >= point.minSide * digitHeight &&
    width <= point.maxWidth * digitHeight &&
    height <= point.maxHeight * digitHeight &&
    mark.bottom >= bottom - point.above * digitHeight &&
    mark.bottom <= bottom + point.below * digitHeight
  )
}

/**
 * How much darker the base line is somewhere between two columns than left and right of there and than what is above: a
 * point that runs into its digits is such a place. From 0 to 1.
 */
export function darknessOfPoint(ink: LineInk, columns: Columns): number {
  const { top, bottom } = ink
  const [start, width] = cut(ink, columns)
  const digitHeight = bottom - top
  const split = bottom - baseShare * digitHeight
  const low = darkestOf(ink, [start, width], [split, bottom + point.below * digitHeight])
  const high = darkestOf(ink, [start, width], [top, split - point.thickness * digitHeight])
  const left = runningMin(low)
  const right = runningMin(low.toReversed()).reverse()
  return low.reduce(
    (best, dark, i) => Math.max(best, dark - Math.max(high[i]!, left[i]!, right[i]!)),
    0,
  )
}

/** The darkest spot as high as a point in some rows, column by column, each evened out with its neighbors. */
function darkestOf(
  { width: rowLength, height, darkness, top, bottom }: LineInk,
  [start, width]: readonly [number, number],
  [first, last]: readonly [number, number],
): Float32Array {
  const rows = Math.max(2, Math.round((bottom - top) * point.thickness))
  const from = Math.max(0, Math.round(first))
  const to = Math.min(height, Math.max(from + rows, Math.round(last)))
  const columns = new Float32Array(width)
  for (let x = 0; x < width; x++) {
    let sum = 0
    for (let y = from; y < to; y++) {
      sum += darkness[y * rowLength + start + x]!
      if (y - from >= rows) sum -= darkness[(y - rows) * rowLength + start + x]!
      columns[x] = Math.max(columns[x]!, sum / rows)
    }
  }
  return columns.map((dark, i) => (dark + (columns[i - 1] ?? dark) + (columns[i + 1] ?? dark)) / 3)
}

function runningMin(values: Float32Array): Float32Array {
  let min = Number.POSITIVE_INFINITY
  return values.map((value) => {
    min = Math.min(min, value)
    return min
  })
}
