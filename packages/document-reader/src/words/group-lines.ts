import type { Line, Page, Word } from '@recto/document-text/model'
import { getTextDirection, runsMostlyLeft } from '@recto/document-text/text-direction'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { omitUndefined } from '@recto/omit-undefined'
import { findGutter } from './find-columns.ts'
import type { PlacedRow } from './find-strips.ts'
import { joinWords, type PlacedWord } from './group-words.ts'
import { joinSpacedOut } from './join-spaced-out.ts'
import { gapAlong, type OpenLine, openLine } from './open-line.ts'
import { getRowContext, readLinesOfRows } from './read-row.ts'

/** Shares of the letter height. */
const baseLineTolerance = 0.4
const touchingGap = 0.05
/** Words that overlap by more heights of the letters were drawn over each other. */
const maxOverlap = 0.3
const overlapTolerance = 0.3
/** More texts on top of each other are no lines that somebody reads; the search for the line of a word stays quick. */
const maxOpenLines = 300

/**
 * Lines and words in reading order.
 *
 * A line is everything on one base line across the whole page, whatever gaps lie between: a label and its
 * value, or the cells of a table row, belong together. Only columns of running text are read one after the
 * other, each line of them for itself. Text that runs in another direction than most of the page comes after
 * the rest.
 */
export function groupLines(words: readonly PlacedWord[]): Pick<Page, 'words' | 'lines'> {
  const lines = byAngle(words).flatMap((group) => linesOfOneAngle(group))
  const orderedWords: Word[] = []
  const placedLines = lines.map((line): Line => {
    const start = orderedWords.length
    orderedWords.push(...line.map(({ word }) => word))
    const angle = line[0]!.angle
    const box = uniteBoxes(line.map(({ word }) => word.box))
    return {
      box,
      start,
      end: orderedWords.length,
      ...omitUndefined({ angle: angle === 0 ? undefined : angle }),
    }
  })
  return { words: orderedWords, lines: placedLines }
}

/** The angle of most letters first. */
function byAngle(words: readonly PlacedWord[]): PlacedWord[][] {
  const groups = Map.groupBy(words, ({ angle }) => angle)
  const letters = (group: PlacedWord[]) =>
    group.reduce((sum, { word }) => sum + word.text.length, 0)
  return [...groups.values()]
    .map((group) => ({ group, weight: letters(group) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ group }) => group)
}

function linesOfOneAngle(words: readonly PlacedWord[]): PlacedWord[][] {
  const rows = inColumns(rowsOf(words))
  const context = getRowContext(words)
  return context ? readLinesOfRows(rows, context) : rows.map((row) => [...row])
}

/** Cuts the page at its gutters: what stands above them, the columns one by one, what stands below. */
function inColumns(rows: readonly PlacedRow[]): PlacedRow[] {
  const gutter = findGutter(rows)
  if (!gutter) return [...rows]
  const { first, last, start, end } = gutter
  const middle = (start + end) / 2
  const words = rows.slice(first, last + 1).flat()
  const sides = [
    words.filter((word) => word.alongStart < middle),
    words.filter((word) => word.alongStart >= middle),
  ]
  if (runsMostlyLeft(words.map(({ word }) => word.text))) sides.reverse()
  return [
    ...inColumns(rows.slice(0, first)),
    ...sides.flatMap((side) => inColumns(rowsOf(side))),
    ...inColumns(rows.slice(last + 1)),
  ]
}

/** Sorts lines from top to bottom, and the words of a row from left to right. */
function rowsOf(words: readonly PlacedWord[]): PlacedRow[] {
  const sorted = [...words].sort((a, b) => a.baseLine - b.baseLine || a.alongStart - b.alongStart)
  const maxSize = sorted.reduce((size, word) => Math.max(size, word.size), 0)
  const done: OpenLine[] = []
  let open: OpenLine[] = []
  for (const word of sorted) {
    const isPast = (line: OpenLine) => line.words.at(-1)!.baseLine < word.baseLine - maxSize
    for (const line of open) if (isPast(line)) done.push(line)
    open = open.filter((line) => !isPast(line))
    addToLines(open, word)
    if (open.length > maxOpenLines) done.push(open.shift()!)
  }
  return [...done, ...open]
    .map((line) => ({ line, across: mean(line.words.map((word) => word.baseLine)) }))
    .sort((a, b) => a.across - b.across)
    .map(({ line }) => joinSpacedOut(joinTouching(line.words)))
}

/** Puts a word into the line whose base line is nearest; starts a line where none is near enough. */
function addToLines(open: OpenLine[], word: PlacedWord): void {
  let best: OpenLine | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const line of open) {
    // The neighbour decides, not the line's mean, so that a slightly skewed line stays one line.
    const neighbour = line.nearestTo(word)
    const distance = Math.abs(neighbour.baseLine - word.baseLine)
    const tolerance = (baseLineTolerance * (neighbour.size + word.size)) / 2
    if (distance > tolerance || distance >= bestDistance) continue
    const clash = clashIn(line, word)
    if (clash === 'same') return
    if (clash === 'other') continue
    best = line
    bestDistance = distance
  }
  if (best) best.add(word)
  else open.push(openLine(word))
}

/** A text that was drawn twice, or another one in its place. A word that keeps its letters counts as often as it is drawn. */
function clashIn(line: OpenLine, word: PlacedWord): 'none' | 'same' | 'other' {
  let clash: 'none' | 'other' = 'none'
  for (const neighbour of line.touchedBy(word)) {
    if (!overlaps(neighbour, word)) continue
    if (neighbour.word.text === word.word.text) return word.word.glyphs ? 'other' : 'same'
    // What was filled in may stand on dots or lines that are printed.
    if (neighbour.word.origin === word.word.origin) clash = 'other'
  }
  return clash
}

function overlaps(a: PlacedWord, b: PlacedWord): boolean {
  const shorter = Math.min(a.alongEnd - a.alongStart, b.alongEnd - b.alongStart)
  return -gapAlong(a, b) > shorter * overlapTolerance
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

/** A word that was drawn in pieces, such as a bold initial and the rest, becomes one again. */
function joinTouching(line: readonly PlacedWord[]): PlacedWord[] {
  const joinedWords: PlacedWord[] = []
  for (const word of [...line].sort((a, b) => a.alongStart - b.alongStart)) {
    const last = joinedWords.at(-1)
    if (last && isTouching(last, word)) joinedWords[joinedWords.length - 1] = joinWords(last, word)
    else joinedWords.push(word)
  }
  return joinedWords
}

function isTouching(left: PlacedWord, right: PlacedWord): boolean {
  if (left.endsHard || left.angle % 90 !== 0) return false
  if (left.word.origin !== right.word.origin) return false
  if (getTextDirection(left.word.text) === 'left' || getTextDirection(right.word.text) === 'left')
    return false
  const gap = gapAlong(left, right) / Math.max(left.size, right.size)
  return gap < touchingGap && gap > -maxOverlap
}
