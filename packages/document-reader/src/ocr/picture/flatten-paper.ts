import type { PageImage, PixelPoint } from '../../images/page-image.ts'
import type { InkMask } from './find-ink.ts'
import type { PictureLines } from './straighten.ts'

/** A picture of paper that was not flat with its lines of text made straight, and the way back. */
export type FlatPicture = {
  readonly image: PageImage
  readonly toGiven: (point: PixelPoint) => PixelPoint
}

/** All in heights of a letter. */
const stripWidth = 2.5
const levelStep = 4
const reach = 6
const blur = 0.35
const minBend = 0.45
const minFirstBend = 0.25
/** Shares of the width of a strip: lines that rise by more are not followed. */
const maxRise = 0.45
/** How far a measurement spreads to its neighbors, in strips and in levels. */
const spread = 1.4
const rounds = 3
const minStrips = 8
const minLevels = 3
/** Rows of text must stand out by so much more when they are straight. */
const minGain = 1.12
/** Pixels of the reduced picture: smaller letters are not followed. */
const minLetterHeight = 4
/** Degrees: the lines of a page that leans more are not followed from there. */
const maxSkew = 12

/**
 * Follows the lines of text from strip to strip across the page, and moves each column of pixels up or down so that they become
 * straight; `undefined` where they are straight as they are. The slopes between neighboring strips are those at which their rows of
 * ink fit best, evened out over the page (after the idea of A. Ulges, C. Lampert and T. Breuel, "Document image dewarping
 * using robust estimation of curled text lines", 2005).
 */
export function flattenPaper(
  image: PageImage,
  { direction, ink, share }: PictureLines,
): FlatPicture | undefined {
  const { axis, skew } = direction
  const letterHeight = direction.letterHeight * share
  if (axis === 'vertical' || letterHeight < minLetterHeight) return undefined
  const level = leaningField(ink, letterHeight, 0)
  const leaningStart = leaningField(ink, letterHeight, skew)
  if (!level || !leaningStart) return undefined
  // The lines of a bent page have many directions, and the one that was measured may suit none.
  const levelContrast = contrastOf(flattenInk(ink, level))
  const leaningContrast = contrastOf(flattenInk(ink, leaningStart))
  const canFollowLeaning = Math.abs(skew) <= maxSkew && leaningContrast > levelContrast
  const field = followLines(ink, canFollowLeaning ? leaningStart : level, letterHeight)
  if (!field || bendOf(field) < minBend * letterHeight) return undefined
  const straightContrast = Math.max(levelContrast, leaningContrast)
  if (contrastOf(flattenInk(ink, field)) < minGain * straightContrast) return undefined
  return moveColumns(image, field, share)
}

/** How far down the ink of a place of the flat page lies in the picture: by strips from the left and levels from the top. */
type Field = {
  readonly strips: number
  readonly levels: number
  readonly stripWidth: number
  readonly levelHeight: number
  readonly shifts: Float32Array
}

/** The field of a flat page that leans; `undefined` where there are too few letters to follow. */
function leaningField(ink: InkMask, letterHeight: number, skew: number): Field | undefined {
  const strips = Math.floor(ink.width / (stripWidth * letterHeight))
  const levels = Math.floor(ink.height / (levelStep * letterHeight))
  if (strips < minStrips || levels < minLevels) return undefined
  const width = ink.width / strips
  const rise = Math.tan((skew * Math.PI) / 180) * width
  const middle = Math.floor(strips / 2)
  const shifts = Float32Array.from(
    { length: strips * levels },
    (_, i) => rise * ((i % strips) - middle),
  )
  return { strips, levels, stripWidth: width, levelHeight: ink.height / levels, shifts }
}

function followLines(ink: InkMask, start: Field, letterHeight: number): Field | undefined {
  let field = start
  for (let round = 0; round < rounds; round++) {
    const flatInk = flattenInk(ink, field)
    const rises = evenOut(measureRises(flatInk, field, letterHeight), field)
    field = addRises(field, rises)
    // Flat pages, which most are, show at the first look that they are.
    if (bendOf(field) < minFirstBend * letterHeight) return undefined
  }
  return field
}

function shiftAt({ strips, levels, stripWidth, levelHeight, shifts }: Field, x: number, y: number) {
  const column = Math.max(0, Math.min(strips - 1, x / stripWidth - 0.5))
  const row = Math.max(0, Math.min(levels - 1, y / levelHeight - 0.5))
  const left = Math.min(strips - 2, Math.floor(column))
  const top = Math.min(levels - 2, Math.floor(row))
  const shareRight = column - left
  const shareBelow = row - top
  const shiftIn = (i: number, j: number) => shifts[j * strips + i]!
  return (
    (shiftIn(left, top) * (1 - shareRight) + shiftIn(left + 1, top) * shareRight) *
      (1 - shareBelow) +
    (shiftIn(left, top + 1) * (1 - shareRight) + shiftIn(left + 1, top + 1) * shareRight) *
      shareBelow
  )
}

/** The ink as it is when the page is flat. */
function flattenInk(ink: InkMask, field: Field): InkMask {
  if (field.shifts.every((shift) => shift === 0)) return ink
  const { width, height } = ink
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = Math.round(y + shiftAt(field, x + 0.5, y))
      if (from >= 0 && from < height) pixels[y * width + x] = ink.pixels[from * width + x]!
    }
  return { width, height, pixels }
}

/** Ink in each row of a part of the width. */
function rowsBetween({ width, height, pixels }: InkMask, start: number, end: number): Float32Array {
  const rows = new Float32Array(height)
  for (let y = 0; y < height; y++)
    for (let x = Math.round(start); x < Math.round(end); x++) rows[y]! += pixels[y * width + x]!
  return rows
}

/** By how much the lines rise or fall from a strip to the next, at each level, and how sure that is. */
type Rises = { readonly values: Float32Array; readonly weights: Float32Array }

function measureRises(flatInk: InkMask, field: Field, letterHeight: number): Rises {
  const { strips, levels } = field
  const rows = Array.from({ length: strips }, (_, strip) =>
    smooth(
      rowsBetween(flatInk, strip * field.stripWidth, (strip + 1) * field.stripWidth),
      letterHeight * blur,
    ),
  )
  const values = new Float32Array(strips * levels)
  const weights = new Float32Array(strips * levels)
  const maxShift = Math.max(1, Math.round(maxRise * field.stripWidth))
  for (let strip = 0; strip + 1 < strips; strip++)
    for (let level = 0; level < levels; level++) {
      const middle = (level + 0.5) * field.levelHeight
      const fit = bestShift([rows[strip]!, rows[strip + 1]!], {
        middle,
        reach: reach * letterHeight,
        maxShift,
      })
      values[level * strips + strip] = fit.shift
      weights[level * strips + strip] = fit.weight
    }
  return { values, weights }
}

type Window = { readonly middle: number; readonly reach: number; readonly maxShift: number }

/** The shift at which two strips have their ink in the same rows, and the share of ink that fits then. */
function bestShift(
  [a, b]: readonly [Float32Array, Float32Array],
  { middle, reach, maxShift }: Window,
): { readonly shift: number; readonly weight: number } {
  const from = Math.max(maxShift, Math.round(middle - reach))
  const to = Math.min(a.length - maxShift, Math.round(middle + reach))
  const scores = Array.from({ length: 2 * maxShift + 1 }, (_, i) =>
    correlate(a, b, { from, to, shift: i - maxShift }),
  )
  const best = scores.indexOf(Math.max(...scores))
  const left = scores[best - 1] ?? 0
  const top = scores[best] ?? 0
  const right = scores[best + 1] ?? 0
  const bend = left - 2 * top + right
  const fine = best === 0 || best === 2 * maxShift || bend >= 0 ? 0 : (left - right) / (2 * bend)
  return { shift: best - maxShift + fine, weight: Math.max(0, top) ** 2 }
}

type Overlay = { readonly from: number; readonly to: number; readonly shift: number }

function correlate(a: Float32Array, b: Float32Array, { from, to, shift }: Overlay): number {
  const count = to - from
  if (count < 2) return 0
  let sumA = 0
  let sumB = 0
  let squareA = 0
  let squareB = 0
  let product = 0
  for (let y = from; y < to; y++) {
    const first = a[y]!
    const second = b[y + shift]!
    sumA += first
    sumB += second
    squareA += first * first
    squareB += second * second
    product += first * second
  }
  const spreadA = squareA - (sumA * sumA) / count
  const spreadB = squareB - (sumB * sumB) / count
  if (spreadA <= 0 || spreadB <= 0) return 0
  return (product - (sumA * sumB) / count) / Math.sqrt(spreadA * spreadB)
}

/** Twice the mean of the neighbors, which is nearly a Gaussian. */
function smooth(values: Float32Array, radius: number): Float32Array {
  const size = Math.max(1, Math.round(radius))
  const meanValues = runningMean(values, size)
  return runningMean(meanValues, size)
}

function runningMean(values: Float32Array, radius: number): Float32Array {
  const result = new Float32Array(values.length)
  let sum = 0
  for (let i = -radius; i < values.length; i++) {
    sum += values[i + radius] ?? 0
    sum -= values[i - radius - 1] ?? 0
    if (i >= 0) result[i] = sum / (2 * radius + 1)
  }
  return result
}

/** Measurements by what their neighbors say, each by how sure it is. */
function evenOut({ values, weights }: Rises, { strips, levels }: Field): Float32Array {
  const radius = Math.ceil(2 * spread)
  const result = new Float32Array(values.length)
  for (let level = 0; level < levels; level++)
    for (let strip = 0; strip + 1 < strips; strip++) {
      let sum = 0
      let total = 1e-3
      for (let j = Math.max(0, level - radius); j <= Math.min(levels - 1, level + radius); j++)
        for (let i = Math.max(0, strip - radius); i <= Math.min(strips - 2, strip + radius); i++) {
          const distance = (i - strip) ** 2 + (j - level) ** 2
          const weight = weights[j * strips + i]! * Math.exp(-distance / (2 * spread ** 2))
          sum += weight * values[j * strips + i]!
          total += weight
        }
      result[level * strips + strip] = sum / total
    }
  return result
}

/** The field with what was measured on the page that it flattens; the middle of the page stays in its place. */
function addRises(field: Field, rises: Float32Array): Field {
  const { strips, levels, stripWidth, levelHeight } = field
  const shifts = new Float32Array(strips * levels)
  const middle = Math.floor(strips / 2)
  for (let level = 0; level < levels; level++) {
    let sum = 0
    const sums = Array.from({ length: strips }, (_, strip) => {
      if (strip > 0) sum += rises[level * strips + strip - 1]!
      return sum
    })
    for (let strip = 0; strip < strips; strip++) {
      const shift = sums[strip]! - sums[middle]!
      const x = (strip + 0.5) * stripWidth
      const y = (level + 0.5) * levelHeight
      shifts[level * strips + strip] = shift + shiftAt(field, x, y + shift)
    }
  }
  return { ...field, shifts }
}

/** The most by which a line leaves the straight one through it, in pixels; a page that only leans has none. */
function bendOf({ strips, levels, shifts }: Field): number {
  let bend = 0
  for (let level = 0; level < levels; level++) {
    const line = shifts.subarray(level * strips, (level + 1) * strips)
    const middle = (strips - 1) / 2
    const mean = line.reduce((sum, one) => sum + one, 0) / strips
    const lean = line.reduce((sum, one, i) => sum + one * (i - middle), 0)
    const slope = lean / line.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
    for (const [i, one] of line.entries())
      bend = Math.max(bend, Math.abs(one - mean - slope * (i - middle)))
  }
  return bend
}

const blocksAcross = 3

/** How much rows of text stand out from what is between them, in parts of the page that are as wide as a few words. */
function contrastOf(ink: InkMask): number {
  const width = ink.width / blocksAcross
  const blocks = Array.from({ length: blocksAcross }, (_, block) =>
    rowsBetween(ink, block * width, (block + 1) * width),
  )
  return blocks.reduce((sum, rows) => sum + rows.reduce((all, row) => all + row * row, 0), 0)
}

/** Moves the pixels of the full picture; what the edges lose above and below is kept on a margin. */
function moveColumns(image: PageImage, field: Field, share: number): FlatPicture {
  const { width, height, channels, pixels } = image
  const reachOf = field.shifts.reduce((max, shift) => Math.max(max, Math.abs(shift)), 0)
  const margin = Math.ceil(reachOf / share)
  const flatHeight = height + 2 * margin
  const flat = new Uint8Array(width * flatHeight * channels).fill(255)
  const shift = (x: number, y: number) =>
    shiftAt(field, (x + 0.5) * share, (y - margin + 0.5) * share) / share
  for (let y = 0; y < flatHeight; y++)
    for (let x = 0; x < width; x++) {
      const from = y - margin + shift(x, y)
      const top = Math.floor(from)
      if (top < 0 || top + 1 >= height) continue
      const shareBelow = from - top
      const upper = (top * width + x) * channels
      const lower = upper + width * channels
      const to = (y * width + x) * channels
      for (let c = 0; c < channels; c++)
        flat[to + c] = pixels[upper + c]! * (1 - shareBelow) + pixels[lower + c]! * shareBelow
    }
  return {
    image: { width, height: flatHeight, channels, pixels: flat },
    toGiven: ([x, y]) => [x, y - margin + shift(x, y)],
  }
}
