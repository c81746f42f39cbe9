import type { Box } from '@recto/document-text/model'
import type { PlacedWord } from '../../words/group-words.ts'
import { type RuledPage, readRulings } from './read-rulings.ts'

/** In points: thicker lines are bars, and shorter ones dashes. */
const maxThickness = 2.5
const minLength = 4
/** In heights of the letters above the base line: where a line through their middle runs. */
const minRaise = 0.12
const maxRaise = 0.5
/** Share of a word that the line covers, and in heights how far it goes beyond the struck words. */
const minCovered = 0.8
const maxOverhang = 0.7
/** No letter is higher than twice this. */
const maxDrop = 50
/** A page with more lines is a drawing. */
export const maxThinPaths = 2000

/**
 * Marks the words that a line strikes out. Most pages have no line through a word, which the bounds of their thin
 * paths show at little cost.
 */
export function markStruck(
  page: RuledPage,
  words: PlacedWord[],
  thinPaths: readonly Box[],
): PlacedWord[] {
  if (words.length === 0 || thinPaths.length === 0) return words
  const byBaseLine = words
    .filter(({ angle }) => angle === 0)
    .sort((a, b) => a.baseLine - b.baseLine)
  const isStriking = (line: Box) => findStruck(line, byBaseLine).length > 0
  if (!thinPaths.some(isStriking)) return words
  const lines = readRulings(page).filter(isThin)
  const struckWords = new Set(
    lines.slice(0, maxThinPaths).flatMap((line) => findStruck(line, byBaseLine)),
  )
  return words.map((one) =>
    struckWords.has(one) ? { ...one, word: { ...one.word, isStruck: true } } : one,
  )
}

/** Whether a path is so thin, and so long, that it can strike out a word. */
export function isThin([x0, y0, x1, y1]: Box): boolean {
  return y1 - y0 <= maxThickness && x1 - x0 >= minLength
}

/** The words that a line covers, unless it goes on beyond them as the rule of a table does. */
function findStruck(line: Box, words: readonly PlacedWord[]): readonly PlacedWord[] {
  const [x0, y0, x1, y1] = line
  const y = (y0 + y1) / 2
  const coveredWords: PlacedWord[] = []
  for (let i = firstBelow(words, y); i < words.length && words[i]!.baseLine - y <= maxDrop; i++)
    if (covers(line, words[i]!)) coveredWords.push(words[i]!)
  if (coveredWords.length === 0) return coveredWords
  const start = Math.min(...coveredWords.map(({ word }) => word.box[0]))
  const end = Math.max(...coveredWords.map(({ word }) => word.box[2]))
  const overhang = maxOverhang * coveredWords[0]!.size
  return start - x0 <= overhang && x1 - end <= overhang ? coveredWords : []
}

function covers([x0, y0, x1, y1]: Box, { word, baseLine, size }: PlacedWord): boolean {
  const raise = (baseLine - (y0 + y1) / 2) / size
  if (raise < minRaise || raise > maxRaise) return false
  const [left, , right] = word.box
  return Math.min(right, x1) - Math.max(left, x0) >= minCovered * (right - left)
}

/** The place of the first word whose base line is below a height of the page. */
function firstBelow(words: readonly PlacedWord[], y: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]!.baseLine < y) low = middle + 1
    else high = middle
  }
  return low
}
