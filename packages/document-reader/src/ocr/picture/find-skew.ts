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
/** Of ink, evenly taken: more would not make the angle better. */
const maxPoints = 30_000
/** Letters that are asked for their neighbours. */
const maxAsked = 1_500
/** Of the letters that have neighbours, how many must have them above or below for a page to lie on its side. */
const verticalShare = 0.55

/**
 * How the lines of text lie, by the energy of projection profiles (W. Postl, "Detection of linear oblique
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
  const across = findSharpest(points)
  const along = findSharpest({ x: points.y, y: points.x.map((x) => -x) })
  const { angle } = along.energy > across.energy ? along : across
  return isVertical(letters, angle)
    ? { skew: along.angle, axis: 'vertical', letterHeight: middle(letters.map(widthOf)) }
    : { skew: across.angle, axis: 'horizontal', letterHeight: middle(letters.map(heightOf)) }
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
  const [sin, cos] = [Math.sin(radians), Math.cos(radians)]
  const places = letters.map(({ left, top, right, bottom }): Place => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const [w, h] = [(right - left) / 2, (bottom - top) / 2]
    return { x: x * cos + y * sin, y: y * cos - x * sin, w, h }
  })
  const every = Math.ceil(places.length / maxAsked)
  let beside = 0
  let below = 0
  for (let i = 0; i < places.length; i += every) {
    const { across, down } = gapsAround(places[i]!, places)
    if (across < down) beside++
    else if (down < across) below++
  }
  return below > (beside + below) * verticalShare
}

/** How far the nearest letters beside it and above or below it are. */
function gapsAround(own: Place, places: readonly Place[]): { across: number; down: number } {
  let across = Number.POSITIVE_INFINITY
  let down = Number.POSITIVE_INFINITY
  for (const other of places) {
    const apartX = Math.abs(own.x - other.x)
    const apartY = Math.abs(own.y - other.y)
    if (other === own) continue
    if (apartY < Math.max(own.h, other.h)) across = Math.min(across, apartX - own.w - other.w)
    if (apartX < Math.max(own.w, other.w)) down = Math.min(down, apartY - own.h - other.h)
  }
  return { across, down }
}

/** Pixels of ink; `y` grows downwards. */
type Points = { readonly x: Float32Array; readonly y: Float32Array }

function samplePoints(ink: InkMask, letters: readonly Component[]): Points {
  const total = letters.reduce((sum, { area }) => sum + area, 0)
  const every = Math.max(1, Math.ceil(total / maxPoints))
  const x: number[] = []
  const y: number[] = []
  let seen = 0
  for (const letter of letters)
    for (const at of inkOf(letter, ink)) {
      if (seen++ % every !== 0) continue
      const [right, down] = scatter(seen)
      x.push((at % ink.width) + right)
      y.push(Math.floor(at / ink.width) + down)
    }
  return { x: Float32Array.from(x), y: Float32Array.from(y) }
}

function inkOf({ left, top, right, bottom }: Component, { width, pixels }: InkMask): number[] {
  const found: number[] = []
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left; at < y * width + right; at++) if (pixels[at]) found.push(at)
  return found
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
  let longest = 0
  for (let i = 0; i < x.length; i++) longest = Math.max(longest, Math.abs(x[i]!) + Math.abs(y[i]!))
  return 2 * Math.ceil(longest) + 4
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
