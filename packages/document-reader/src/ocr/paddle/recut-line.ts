import type { Character } from './decode-ctc.ts'
import { type Rectangle, shiftAcross } from './geometry.ts'
import type { RecognisedLine } from './recognise-line.ts'

/** In heights that lines of the page usually have: a box that is higher may hold more than its line. */
const minHeight = 1.25
/** A box of a line is so many times as long as high. */
const minLength = 3
/** Minimum confidence of a line that contains nothing but print. */
const sureLine = 0.9
const minCover = 0.7
/** In usual heights: from one try to the next, and from one printed line to the next. */
const step = 0.25
const lineDistance = 0.75
const maxBands = 16
/** A letter below this is no evidence of print. */
const sureLetter = 0.6
const minEvidence = 3
const minGain = 0.5

type Page = {
  /** Usual height of line boxes. */
  readonly usualHeight: number
  readonly places: readonly Rectangle[]
  readonly read: (place: Rectangle) => Promise<RecognisedLine>
}

/**
 * The printed lines in a box that handwriting, a stamp or a rule has made too high: the box is cut into bands of the usual
 * height, and those are kept in which more letters are read for sure. The line as it was where none is better.
 */
export async function recutLine(line: RecognisedLine, page: Page): Promise<RecognisedLine[]> {
  if (!isMixed(line, page.usualHeight)) return [line]
  const bands: RecognisedLine[] = []
  for (const place of bandsOf(line.place, page)) bands.push(await page.read(place))
  const keptBands = withoutNeighbours(bands, page.usualHeight)
  const isBetter = sumOf(keptBands.map(evidenceOf)) >= evidenceOf(line) + minGain
  return isBetter ? keptBands : [line]
}

function isMixed({ place, characters, steps }: RecognisedLine, usualHeight: number): boolean {
  if (place.height < minHeight * usualHeight || place.width < minLength * place.height) return false
  const sure = sumOf(characters.map(({ confidence }) => confidence)) / characters.length
  const first = characters[0]
  const last = characters.at(-1)
  if (!first || !last) return true
  return sure < sureLine || last.lastStep - first.firstStep < minCover * steps
}

/** Places of the usual height inside a box; where another box lies they would only read its line. */
function bandsOf(place: Rectangle, { usualHeight, places }: Page): Rectangle[] {
  const room = (place.height - usualHeight) / 2
  const count = Math.min(maxBands, Math.ceil((2 * room) / (step * usualHeight)) + 1)
  return Array.from({ length: count }, (_, i) => {
    const shift = count === 1 ? 0 : -room + (2 * room * i) / (count - 1)
    return { ...shiftAcross(place, shift), height: usualHeight }
  }).filter((band) => !places.some((candidate) => candidate !== place && covers(candidate, band)))
}

/** Whether most of a band lies in another box: its middle does, and half of its length. */
function covers(candidate: Rectangle, band: Rectangle): boolean {
  const cos = Math.cos(band.angle)
  const sin = Math.sin(band.angle)
  const dx = candidate.centreX - band.centreX
  const dy = candidate.centreY - band.centreY
  const acrossDistance = Math.abs(dy * cos - dx * sin)
  const shared = (candidate.width + band.width) / 2 - Math.abs(dx * cos + dy * sin)
  return acrossDistance < Math.max(band.height, candidate.height) / 2 && shared > band.width / 2
}

/** The bands with most letters, and no two of them that share a printed line; from the top. */
function withoutNeighbours(
  bands: readonly RecognisedLine[],
  usualHeight: number,
): RecognisedLine[] {
  const keptLines: RecognisedLine[] = []
  const best = bands
    .filter((band) => evidenceOf(band) >= minEvidence)
    .toSorted((a, b) => evidenceOf(b) - evidenceOf(a))
  for (const band of best)
    if (
      keptLines.every(
        (keptLine) => distanceOf(band.place, keptLine.place) >= lineDistance * usualHeight,
      )
    )
      keptLines.push(band)
  return keptLines.toSorted((a, b) => bands.indexOf(a) - bands.indexOf(b))
}

function distanceOf(a: Rectangle, b: Rectangle): number {
  return Math.hypot(a.centreX - b.centreX, a.centreY - b.centreY)
}

/** How many letters are read for sure. */
function evidenceOf({ characters }: { readonly characters: readonly Character[] }): number {
  return sumOf(characters.map(({ confidence }) => (confidence >= sureLetter ? confidence : 0)))
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
