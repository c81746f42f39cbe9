import type { Character } from './decode-ctc.ts'
import { findGaps, type Gap } from './find-gaps.ts'
import { type InkProfile, inkProfile } from './ink-profile.ts'
import { darknessOfPoint, hasPoint, type LineInk, measureLineInk } from './point-ink.ts'
import type { RecognisedLine } from './recognise-line.ts'

/** Minimum number of amounts with a point and two decimals that make it the page's notation. */
const minAmounts = 3
const amount = /(?<![\d.,])\d+\.\d\d(?![\d.,])/g
const digitsOnly = /^\d{3,6}$/
const numberWithPoint = /\d[.,]\d/
const digit = /^\d$/
const separator = /^[.,]$/
const decimals = 2
/**
 * In heights of the line, how much wider the gap before the decimals is than the others: from digit to digit as the network places
 * them, roughly, and by ink. What is apart may have a point; what is far apart has one, even if nothing of it is left.
 */
const minExtraGap = 0.2
const farApart = { byStep: 0.4, byInk: 0.27 }
/** A spot darker than this between two digits is ink, even if it runs into them. */
const minDarkness = 0.1
/** Darkness of a spot that may be a point that was not read. */
const doubtfulDarkness = 0.25
/** Confidence of points: that only faint ink speaks for, and that no ink does. */
const faintInk = 0.5
const withoutInk = 0.4

/**
 * Settles the points and commas of numbers by their pixels. A thermal printer's points fade before its digits do: on a page whose
 * amounts have a point and two decimals, a line of nothing but digits whose last two stand apart gets its point back where some ink
 * of it is left, or where the digits stand so far apart that only a point explains it. A point that was read and has no ink
 * of its own is doubted.
 */
export function settlePoints(lines: readonly RecognisedLine[]): readonly RecognisedLine[] {
  const amounts = lines.reduce((count, line) => count + countAmounts(textOf(line)), 0)
  return lines.map((line) => {
    const text = textOf(line)
    if (numberWithPoint.test(text)) return withDoubts(line)
    return amounts >= minAmounts && digitsOnly.test(text) ? withPoint(line) : line
  })
}

function textOf({ characters }: RecognisedLine): string {
  return characters.map(({ text }) => text).join('')
}

function countAmounts(text: string): number {
  return text.match(amount)?.length ?? 0
}

function withDoubts(line: RecognisedLine): RecognisedLine {
  const ink = measureLineInk(line.picture, inkProfile(line.picture))
  const isDigit = (character: Character | undefined) => digit.test(character?.text ?? '')
  const characters = line.characters.map((character, i) => {
    const isPoint =
      separator.test(character.text) &&
      isDigit(line.characters[i - 1]) &&
      isDigit(line.characters[i + 1])
    if (!isPoint || isInked(ink, columnsBetween(line, [i - 1, i + 1]))) return character
    return { ...character, confidence: Math.min(character.confidence, withoutInk) }
  })
  return { ...line, characters }
}

function isInked(ink: LineInk, columns: readonly [number, number]): boolean {
  return darknessOfPoint(ink, columns) >= minDarkness || hasPoint(ink, columns)
}

/** The columns between the middles of two characters. */
function columnsBetween(
  { characters, columnsPerStep }: RecognisedLine,
  [left, right]: readonly [number, number],
): readonly [number, number] {
  const middleOf = (index: number) => {
    const { firstStep, lastStep } = characters[index]!
    return ((firstStep + lastStep + 1) / 2) * columnsPerStep
  }
  return [middleOf(left), middleOf(right)]
}

function withPoint(line: RecognisedLine): RecognisedLine {
  const { characters } = line
  const profile = inkProfile(line.picture)
  const gaps = findGaps(line, profile)
  const place = characters.length - decimals
  if (excess(gaps, place - 1, distanceOf) < minExtraGap * heightOf(profile)) return line
  const ink = measureLineInk(line.picture, profile)
  const columns = columnsBetween(line, [place - 1, place])
  const isSeen = hasPoint(ink, columns)
  if (!isSeen && !isFarApart(gaps, place - 1, profile)) {
    const isDoubtful = darknessOfPoint(ink, columns) >= doubtfulDarkness
    return isDoubtful ? withDoubtAt(line, place) : line
  }
  const point = pointIn(gaps[place - 1]!, line.columnsPerStep, isSeen ? faintInk : withoutInk)
  const nextText = characters
    .slice(place)
    .map((one, i) => (i === 0 ? { ...one, spaceBefore: 0 } : one))
  return { ...line, characters: [...characters.slice(0, place), point, ...nextText] }
}

function isFarApart(gaps: readonly Gap[], index: number, profile: InkProfile): boolean {
  return (
    excess(gaps, index, distanceOf) >= farApart.byStep * heightOf(profile) ||
    excess(gaps, index, ({ start, end }) => end - start) >= farApart.byInk * heightOf(profile)
  )
}

/** How much wider a gap is than the widest of the others. */
function excess(gaps: readonly Gap[], index: number, measure: (gap: Gap) => number): number {
  return measure(gaps[index]!) - Math.max(...gaps.filter((_, i) => i !== index).map(measure))
}

function distanceOf({ distance }: Gap): number {
  return distance
}

function heightOf({ top, bottom }: InkProfile): number {
  return bottom - top
}

/** The line with doubt about a digit that may have had a point before it. */
function withDoubtAt(line: RecognisedLine, place: number): RecognisedLine {
  const character = line.characters[place]!
  const confidence = Math.min(character.confidence, faintInk)
  return { ...line, characters: line.characters.with(place, { ...character, confidence }) }
}

function pointIn({ start, end }: Gap, columnsPerStep: number, confidence: number): Character {
  const step = (start + end) / 2 / columnsPerStep - 0.5
  return { text: '.', firstStep: step, lastStep: step, confidence, spaceBefore: 0 }
}
