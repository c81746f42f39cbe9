import type { Character } from './decode-ctc.ts'
import { findGaps, type Gap } from './find-gaps.ts'
import { inkProfile } from './ink-profile.ts'
import type { RecognisedLine } from './recognise-line.ts'

/** Minimum number of amounts with a point and two decimals that make it the page's notation. */
const minAmounts = 3
const amount = /(?<![\d.,])\d+\.\d\d(?![\d.,])/g
const digitsOnly = /^\d{3,6}$/
/** In heights of the line: from digit to digit, how much wider the gap before the decimals is than the others. */
const minStep = 0.2
const decimals = 2
/** Characters that are recognized where hardly any ink is left. */
const faint = 0.5

/**
 * Puts back points so faint that no engine reads them: on a page whose amounts have a point and two decimals, a line of
 * nothing but digits whose last two stand apart from the others is such an amount. A thermal printer's points fade
 * before its digits do.
 */
export function settlePoints(lines: readonly RecognisedLine[]): readonly RecognisedLine[] {
  const amounts = lines.reduce((count, line) => count + countAmounts(textOf(line)), 0)
  if (amounts < minAmounts) return lines
  return lines.map((line) => (digitsOnly.test(textOf(line)) ? withPoint(line) : line))
}

function textOf({ characters }: RecognisedLine): string {
  return characters.map(({ text }) => text).join('')
}

function countAmounts(text: string): number {
  return text.match(amount)?.length ?? 0
}

function withPoint(line: RecognisedLine): RecognisedLine {
  const { characters } = line
  const ink = inkProfile(line.picture)
  const gaps = findGaps(line, ink)
  const place = characters.length - decimals
  const gapDistance = gaps[place - 1]!.distance
  const widest = Math.max(...gaps.filter((_, i) => i !== place - 1).map(({ distance }) => distance))
  if (gapDistance - widest < minStep * (ink.bottom - ink.top)) return line
  const point = pointIn(gaps[place - 1]!, line.columnsPerStep)
  const nextText = characters
    .slice(place)
    .map((one, i) => (i === 0 ? { ...one, spaceBefore: 0 } : one))
  return { ...line, characters: [...characters.slice(0, place), point, ...nextText] }
}

function pointIn({ start, end }: Gap, columnsPerStep: number): Character {
  const step = (start + end) / 2 / columnsPerStep - 0.5
  return { text: '.', firstStep: step, lastStep: step, confidence: faint, spaceBefore: 0 }
}
