import type { Word } from '@recto/document-text/model'
import type { PlacedWord } from '../../words/group-words.ts'

/** A word in the frame of text that runs at its angle, level: `start` to `end` along the line, `top` to `bottom` across. */
export type LevelWord = {
  readonly word: Word
  readonly angle: number
  readonly start: number
  readonly end: number
  readonly top: number
  readonly bottom: number
}

/** In heights of the lower of two words: how far their middles may be apart on one line. */
const levelTolerance = 0.5
/** Signs such as dashes and dots are lower than this share of the usual height, and lie anywhere in a line. */
const signHeight = 0.55
/** How much a gap to the left counts beside a step up or down; signs belong to what is next to them. */
const gapWeight = 0.02
const signGapWeight = 0.1
const hasLetter = /[\p{L}\p{N}]/u
const hangs = /[gjpqyQ,;()[\]{}|@$]/
/** Share of the height of a word with letters that reach below the base line. */
const descent = 0.22

/**
 * Gives the words of each line its base line and its size. The boxes that engines state are as high as the
 * letters that happen to be in them; so words are chained to the nearest word on their level, from left to right, and
 * a chain is measured as a whole.
 */
export function chainLines(words: readonly LevelWord[]): PlacedWord[] {
  return [...Map.groupBy(words, ({ angle }) => angle).values()].flatMap((group) =>
    chain(group).flatMap(placeLine),
  )
}

function chain(words: readonly LevelWord[]): LevelWord[][] {
  const usual = percentile(words.map(heightOf), 0.5)
  const isSign = (word: LevelWord) => heightOf(word) < usual * signHeight
  const sorted = words.filter((word) => !isSign(word)).sort((a, b) => a.start - b.start)
  const lines: LevelWord[][] = []
  for (const word of sorted) {
    const line = nearestLine(lines, word)
    if (line) line.push(word)
    else lines.push([word])
  }
  for (const sign of words.filter(isSign)) {
    const line = lineAround(lines, sign)
    if (line) line.push(sign)
    else lines.push([sign])
  }
  return lines
}

/** The line whose last word is on the word's level and ends nearest before it. */
function nearestLine(lines: readonly LevelWord[][], word: LevelWord): LevelWord[] | undefined {
  let best: LevelWord[] | undefined
  let minDistance = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const last = line.at(-1)!
    const distance = Math.abs(middleOf(last) - middleOf(word))
    const height = Math.min(heightOf(last), heightOf(word))
    if (distance > levelTolerance * height) continue
    const overlap = last.end - word.start
    if (overlap > Math.min(last.end - last.start, word.end - word.start) / 2) continue
    const badness = Math.max(0, -overlap) * gapWeight + distance
    if (badness < minDistance) {
      best = line
      minDistance = badness
    }
  }
  return best
}

/** The line that a sign lies in: the one whose nearest word reaches around its level. */
function lineAround(lines: readonly LevelWord[][], sign: LevelWord): LevelWord[] | undefined {
  let best: LevelWord[] | undefined
  let minDistance = Number.POSITIVE_INFINITY
  for (const line of lines) {
    const neighbour = nearestIn(line, sign)
    const height = heightOf(neighbour)
    const distance = Math.abs(middleOf(neighbour) - middleOf(sign))
    if (distance > height * 0.8) continue
    const badness = distance + gapBetween(neighbour, sign) * signGapWeight
    if (badness < minDistance) {
      best = line
      minDistance = badness
    }
  }
  return best
}

function nearestIn(line: readonly LevelWord[], word: LevelWord): LevelWord {
  return line.reduce((best, candidate) =>
    gapBetween(candidate, word) < gapBetween(best, word) ? candidate : best,
  )
}

function gapBetween(a: LevelWord, b: LevelWord): number {
  return Math.max(0, a.start - b.end, b.start - a.end)
}

function placeLine(line: readonly LevelWord[]): PlacedWord[] {
  const text = line.filter(({ word }) => !word.isCheckbox)
  const measuredWords = text.length > 0 ? text : line
  const size = percentile(measuredWords.map(heightOf), 0.75)
  const letters = measuredWords.filter(({ word }) => hasLetter.test(word.text))
  const standing = letters.filter(({ word }) => !hangs.test(word.text))
  const surest =
    [standing, letters, measuredWords].find((candidates) => candidates.length > 0) ?? []
  const baseLine = percentile(surest.map(baseOf), 0.5)
  return line.map(({ word, angle, start, end }) => ({
    word,
    angle,
    alongStart: start,
    alongEnd: end,
    baseLine,
    size,
    endsHard: true,
  }))
}

function baseOf(levelWord: LevelWord): number {
  const descenderHeight = hangs.test(levelWord.word.text) ? heightOf(levelWord) * descent : 0
  return levelWord.bottom - descenderHeight
}

function heightOf({ top, bottom }: LevelWord): number {
  return bottom - top
}

function middleOf({ top, bottom }: LevelWord): number {
  return (top + bottom) / 2
}

function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
