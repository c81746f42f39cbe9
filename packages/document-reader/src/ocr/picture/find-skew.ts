import { type Component, findComponents, lettersAmong } from './find-components.ts'
import type { InkMask } from './find-ink.ts'

export type TextDirection = {
  /** Degrees clockwise, -45 to 45, by which the lines of text deviate from their `axis`. */
  readonly skew: number
  /** Whether lines run across or along the height of the picture. */
  readonly axis: 'horizontal' | 'vertical'
  /** Pixels: the height of the middle letter; 0 where there are too few. */
  readonly letterHeight: number
}

/** Degrees: how far from its axis text is looked for, and in which steps, coarse to fine. */
const maxSkew = 45
const steps = [1, 0.2, 0.05] as const
/** Fewer letters tell nothing of a direction. */
const minLetters = 12
/** Maximum number of ink points, evenly sampled: more would not improve the angle. */
const maxPoints = 30_000
/** Letters that are asked for their neighbours. */
const maxAsked = 1_500
/**
 * Share of the letters with neighbours that must have them above or below for a page of vertical
 * text.
 */
const verticalShare = 0.55

/**
 * Returns the direction of text lines by the energy of projection profiles (W. Postl, "Detection of linear oblique
 * structures and skew scan in digitized documents", 1986): where lines of text are added up along their own
 * direction, full and empty rows alternate most sharply. Only components of letter size count, so that
 * rules, pictures and edges of a photo have no say. Columns of figures can be as sharp as lines, so the axis is
 * decided by neighbours (after L. O'Gorman, "The document spectrum for page layout analysis", 1993): a letter is
 * nearer to the next of its line than to the next line. A page upside down looks the same to both.
 */
export function findTextDirection(ink: InkMask): TextDirection {
  const letters = lettersAmong(findComponents(ink), ink)
  if (letters.length < minLetters) return { skew: 0, axis: 'horizontal', letterHeight: 0 }
  const points = samplePoints(ink, letters)
  const horizontalFit = findSharpest(points)
  const verticalFit = findSharpest({ x: points.y, y: points.x.map((x) => -x) })
  const { angle } = verticalFit.energy > horizontalFit.energy ? verticalFit : horizontalFit
  return isVertical(letters, angle)
    ? { skew: verticalFit.angle, axis: 'vertical', letterHeight: middle(letters.map(widthOf)) }
    : { skew: horizontalFit.angle, axis: 'horizontal', letterHeight: middle(letters.map(heightOf)) }
}

const widthOf = ({ left, right }: Component): number => right - left
const heightOf = ({ top, bottom }: Component): number => bottom - top

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
}

/** A letter's box in the frame of a page whose skew was taken out: its middle and half its sides. */
type Place = { readonly x: number; readonly y: number; readonly w: number; readonly h: number }

function isVertical(letters: readonly Component[], skew: number): boolean {
  const radians = (skew * Math.PI) / 180
  const sin = Math.sin(radians)
  const cos = Math.cos(radians)
  const places = letters.map(({ left, top, right, bottom }): Place => {
    const x = (left + right) / 2
    const y = (top + bottom) / 2
    const w = (right - left) / 2
    const h = (bottom - top) / 2
    return { x: x * cos + y * sin, y: y * cos - x * sin, w, h }
  })
  const stride = Math.ceil(places.length / maxAsked)
  let besideCount = 0
  let belowCount = 0
  for (let i = 0; i < places.length; i += stride) {
    const { across: gapAcross, down: gapDown } = gapsAround(places[i]!, places)
    if (gapAcross < gapDown) besideCount++
    else if (gapDown < gapAcross) belowCount++
  }
  return belowCount > (besideCount + belowCount) * verticalShare
}

/** How far the nearest letters beside it and above or below it are. */
function gapsAround(own: Place, places: readonly Place[]): { across: number; down: number } {
  let minAcross = Number.POSITIVE_INFINITY
  let minDown = Number.POSITIVE_INFINITY
  for (const neighbour of places) {
    const apartX = Math.abs(own.x - neighbour.x)
    const apartY = Math.abs(own.y - neighbour.y)
    if (neighbour === own) continue
    if (apartY < Math.max(own.h, neighbour.h))
      minAcross = Math.min(minAcross, apartX - own.w - neighbour.w)
    if (apartX < Math.max(own.w, neighbour.w))
      minDown = Math.min(minDown, apartY - own.h - neighbour.h)
  }
  return { across: minAcross, down: minDown }
}

/** Pixels of ink; `y` grows downwards. */
type Points = { readonly x: Float32Array; readonly y: Float32Array }

function samplePoints(ink: InkMask, letters: readonly Component[]): Points {
  const total = letters.reduce((sum, { area }) => sum + area, 0)
  const stride = Math.max(1, Math.ceil(total / maxPoints))
  const x: number[] = []
  const y: number[] = []
  let seenPixels = 0
  for (const letter of letters)
    for (const offset of inkOf(letter, ink)) {
      if (seenPixels++ % stride !== 0) continue
      const [offsetX, offsetY] = scatter(seenPixels)
      x.push((offset % ink.width) + offsetX)
      y.push(Math.floor(offset / ink.width) + offsetY)
    }
  return { x: Float32Array.from(x), y: Float32Array.from(y) }
}

function inkOf({ left, top, right, bottom }: Component, { width, pixels }: InkMask): number[] {
  const offsets: number[] = []
  for (let y = top; y < bottom; y++)
    for (let offset = y * width + left; offset < y * width + right; offset++)
      if (pixels[offset]) offsets.push(offset)
  return offsets
}

/**
 * Places points within their pixels, the same way every time: on a bare grid some rows of a slanted
 * projection would meet more pixels than their neighbours. Steps of the plastic number fill a square evenly.
 */
function scatter(index: number): [x: number, y: number] {
  return [(index * 0.7548776662) % 1, (index * 0.569840291) % 1]
}

type Sharpness = { readonly angle: number; readonly energy: number }

function findSharpest(points: Points): Sharpness {
  const rows = new Float32Array(rowsFor(points))
  let best: Sharpness = { angle: 0, energy: energyAt(points, 0, rows) }
  let reach = maxSkew
  for (const step of steps) {
    const centre = best.angle
    for (let angle = centre - reach; angle <= centre + reach + step / 2; angle += step) {
      const energy = energyAt(points, angle, rows)
      if (energy > best.energy) best = { angle, energy }
    }
    reach = step
  }
  return best
}

function rowsFor({ x, y }: Points): number {
  let maxLength = 0
  for (let i = 0; i < x.length; i++)
    maxLength = Math.max(maxLength, Math.abs(x[i]!) + Math.abs(y[i]!))
  return 2 * Math.ceil(maxLength) + 4
}

/** Lines that fall clockwise by `angle` are level once `y` is reckoned across them. */
function energyAt({ x, y }: Points, angle: number, rows: Float32Array): number {
  const radians = (angle * Math.PI) / 180
  const sin = Math.sin(radians)
  const cos = Math.cos(radians)
  const middle = rows.length >> 1
  rows.fill(0)
  for (let i = 0; i < x.length; i++) rows[middle + Math.round(y[i]! * cos - x[i]! * sin)]!++
  let energy = 0
  for (let i = 1; i < rows.length; i++) energy += (rows[i]! - rows[i - 1]!) ** 2
  return energy
}
