import type { PageImage } from '../../images/page-image.ts'
import { isUpended } from './find-turn.ts'
import { pointIn, type Rectangle } from './geometry.ts'
import type { RecognisedLine } from './recognise-line.ts'
import { type Planes, sampleRectangle } from './sample-image.ts'

/** Pixels. */
const height = 48
/** In heights of a box: as far behind a label its colon is looked for, and so much of the label's own ink is looked at. */
const reach = { ahead: 8, back: 1.5 }
/** In heights of a box: less is no place for a colon that stands apart. */
const minGap = 0.3
/** A share of the label's own contrast makes a pixel ink. */
const inkShare = 0.5
const minContrast = 40
/** In heights of a box: the sides of a point, and from the lower end of the one to the upper end of the other. */
const point = { min: 0.04, max: 0.22 }
const distance = { min: 0.08, max: 0.5 }
/** How much the wider or higher of two points may exceed the other, in pixels: ink runs. */
const maxDifference = 4
/** In heights of a box, from its top: where the lower point may end. */
const foot = { min: 0.55, max: 0.85 }
/** What is written where two points were seen and nothing was read. */
const confidence = 0.7

type Run = { readonly start: number; readonly end: number }

/**
 * Colons that stand apart from their label, which the detector takes for dirt: behind each line, and before the next one on its
 * row, the first ink is looked at, and where that is two points above each other it is a colon. Each follows its label.
 */
export function withColons(image: PageImage, lines: readonly RecognisedLine[]): RecognisedLine[] {
  const level = lines.filter(({ place }) => !isUpended(place))
  return lines.flatMap((line) => {
    if (isUpended(line.place) || line.characters.length === 0) return [line]
    const colon = colonBehind(image, line.place, freeBehind(line.place, level))
    return colon ? [line, colon] : [line]
  })
}

/** How far behind a box nothing else was found. */
function freeBehind(place: Rectangle, lines: readonly RecognisedLine[]): number {
  const [cos, sin] = [Math.cos(place.angle), Math.sin(place.angle)]
  const ends = lines.flatMap(({ place: other }) => {
    const [dx, dy] = [other.centreX - place.centreX, other.centreY - place.centreY]
    const along = dx * cos + dy * sin
    const isOnRow = Math.abs(dy * cos - dx * sin) < Math.min(place.height, other.height) / 2
    if (other === place || along <= 0 || !isOnRow) return []
    return [along - (place.width + other.width) / 2]
  })
  return Math.min(reach.ahead * place.height, ...ends)
}

function colonBehind(image: PageImage, place: Rectangle, free: number): RecognisedLine | undefined {
  if (free < minGap * place.height) return undefined
  const back = Math.min(place.width, reach.back * place.height)
  const strip = stripOf(place, back, free)
  const width = Math.round((strip.width * height) / strip.height)
  const picture = sampleRectangle(image, strip, { width, height })
  const label = Math.round((back * height) / place.height)
  const isInk = inkOf(picture, label)
  if (!isInk) return undefined
  const run = firstRun(width, label, isInk)
  if (!run || !isColon(run, isInk)) return undefined
  return lineAt(strip, picture, run)
}

/** The end of a box and what is behind it. */
function stripOf(place: Rectangle, back: number, free: number): Rectangle {
  const middle = place.width / 2 + (free - back) / 2
  return {
    ...place,
    centreX: place.centreX + Math.cos(place.angle) * middle,
    centreY: place.centreY + Math.sin(place.angle) * middle,
    width: back + free,
  }
}

type IsInk = (x: number, y: number) => boolean

/** Judged by the paper and by the letters at the label's end; nothing where these hardly differ, or are light on dark. */
function inkOf({ width, channels, values }: Planes, label: number): IsInk | undefined {
  const plane = height * width
  const tone = (x: number, y: number) => {
    let sum = 0
    for (let c = 0; c < channels; c++) sum += values[c * plane + y * width + x]!
    return sum / channels
  }
  const tones: number[] = []
  for (let y = 0; y < height; y++) for (let x = 0; x < label; x++) tones.push(tone(x, y))
  tones.sort((a, b) => a - b)
  const ink = tones[Math.floor(tones.length * 0.05)] ?? 0
  const paper = tones[Math.floor(tones.length * 0.7)] ?? 0
  if (paper - ink < minContrast) return undefined
  const threshold = paper - (paper - ink) * inkShare
  return (x, y) => tone(x, y) < threshold
}

/** The first columns with ink behind the label's own last letter. */
function firstRun(width: number, label: number, isInk: IsInk): Run | undefined {
  const hasInk = (x: number) => {
    for (let y = 0; y < height; y++) if (isInk(x, y)) return true
    return false
  }
  let start = label
  while (start > 0 && start < width && hasInk(start)) start++
  while (start < width && !hasInk(start)) start++
  let end = start
  while (end < width && hasInk(end)) end++
  return start < width && end < width ? { start, end } : undefined
}

function isColon(run: Run, isInk: IsInk): boolean {
  const [upper, lower, more] = partsOf(run, isInk)
  if (!upper || !lower || more) return false
  const sides = [run.end - run.start, upper.end - upper.start, lower.end - lower.start]
  const isPointLike = sides.every((side) => isBetween(side, point))
  const isAlike = Math.max(...sides) - Math.min(...sides) <= maxDifference
  return (
    isPointLike &&
    isAlike &&
    isBetween(lower.start - upper.end, distance) &&
    isBetween(lower.end, foot)
  )
}

/** In heights of a box. */
function isBetween(pixels: number, { min, max }: { readonly min: number; readonly max: number }) {
  return pixels >= min * height && pixels <= max * height
}

/** From the top, the rows of a run of columns that hold ink. */
function partsOf({ start, end }: Run, isInk: IsInk): Run[] {
  const parts: Run[] = []
  for (let y = 0; y < height; y++) {
    if (!rowHasInk(y, start, end, isInk)) continue
    const last = parts.at(-1)
    if (last?.end === y) parts[parts.length - 1] = { start: last.start, end: y + 1 }
    else parts.push({ start: y, end: y + 1 })
  }
  return parts
}

function rowHasInk(y: number, start: number, end: number, isInk: IsInk): boolean {
  for (let x = start; x < end; x++) if (isInk(x, y)) return true
  return false
}

function lineAt(strip: Rectangle, picture: Planes, { start, end }: Run): RecognisedLine {
  const [left, right] = [Math.max(0, start - 2), Math.min(picture.width, end + 2)]
  const [centreX, centreY] = pointIn(strip, (left + right) / 2 / picture.width, 0.5)
  const place = {
    ...strip,
    centreX,
    centreY,
    width: ((right - left) / picture.width) * strip.width,
  }
  const columns = right - left
  const values = new Float32Array(columns * height * picture.channels)
  for (let row = 0; row < height * picture.channels; row++)
    for (let x = 0; x < columns; x++)
      values[row * columns + x] = picture.values[row * picture.width + left + x]!
  return {
    place,
    picture: { width: columns, height, channels: picture.channels, values },
    characters: [{ text: ':', firstStep: 0, lastStep: 0, confidence, spaceBefore: 0 }],
    columnsPerStep: columns,
    steps: 1,
  }
}
