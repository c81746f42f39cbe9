import {
  getTextDirection,
  hasRightToLeft,
  runsMostlyLeft,
} from '@recto/document-text/text-direction'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import { mirror } from '../direction/bidi.ts'
import { findReadingOrder } from '../direction/find-reading-order.ts'
import {
  beginsWithEndSign,
  type CellContext,
  findCellDirection,
  type VisualCell,
} from './cell-direction.ts'
import type { PlacedRow } from './find-strips.ts'
import type { PlacedWord } from './group-words.ts'
import { isNumberGroups } from './number-groups.ts'
import { piecesOf, type VisualPiece } from './visual-pieces.ts'

/** Facts of the page that a row is on. */
export type RowContext = Omit<CellContext, 'isAlone' | 'continuesLatin'>

/** In heights of the letters: a wider gap parts two cells, a narrower one only if it is odd among those of its row. */
const certainCellGap = 2
const minCellGap = 1.2
const oddGap = 4
const minGap = 0.05

/** What the rows of a page have in common, where some text of it runs from the right. */
export function getRowContext(words: readonly PlacedWord[]): RowContext | undefined {
  if (!words.some(({ word }) => hasRightToLeft(word.text))) return undefined
  let start = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  for (const word of words) {
    start = Math.min(start, word.alongStart)
    end = Math.max(end, word.alongEnd)
  }
  return { isFromRight: runsMostlyLeft(words.map(({ word }) => word.text)), extent: { start, end } }
}

/** The words of rows, which come sorted from left to right, in the order of reading. */
export function readLinesOfRows(rows: readonly PlacedRow[], context: RowContext): PlacedWord[][] {
  let previous: readonly PlacedWord[] = []
  return rows.map((row) => {
    const words = readRow(row, { ...context, continuesLatin: continues(previous, row, context) })
    previous = words
    return words
  })
}

/** Cells follow each other in the direction of the page; the words of a cell are ordered by its own direction. */
function readRow(row: PlacedRow, context: Omit<CellContext, 'isAlone'>): PlacedWord[] {
  const cells = cellsOf(row)
  const isAlone = cells.length === 1
  const readCells = cells.map((cell, i) => {
    if (!isTurned(cell, context)) return cell
    const continuesLatin = context.continuesLatin && i === cells.length - 1
    return readCell(takeApart(cell), { ...context, isAlone, continuesLatin })
  })
  return (context.isFromRight ? readCells.reverse() : readCells).flat()
}

/** Both are in heights of the letters. */
const maxLineStep = 2.2
const flushWithin = 0.5

/** Whether a row of text from the right goes on with Latin text that the end of the row before it broke. */
function continues(
  previous: readonly PlacedWord[],
  row: PlacedRow,
  { isFromRight, extent }: RowContext,
): boolean {
  const last = previous.at(-1)
  if (!last || !endsInLatin(previous)) return false
  // On a page of Latin text, the paragraph is one from the right.
  if (!isFromRight && !(beginsFromRight(previous) && hasTurned(row))) return false
  const edge = row.at(-1)!
  const size = Math.max(last.size, edge.size)
  const isBelow = edge.baseLine - last.baseLine <= maxLineStep * size
  const isFlush = extent.end - edge.alongEnd <= flushWithin * size
  if (!isBelow || !isFlush) return false
  // The left one of the groups at the right edge is read first, and it had no room in the line before.
  const groups = row.slice(row.findLastIndex(({ word }) => !isNeutral(word.text)) + 1)
  const first = groups[0] ?? edge
  const left = previous.reduce((min, word) => Math.min(min, word.alongStart), last.alongStart)
  const room = left - extent.start
  return room <= first.alongEnd - first.alongStart + flushWithin * size
}

function isNeutral(text: string): boolean {
  return getTextDirection(text) === 'neutral'
}

function beginsFromRight(words: readonly PlacedWord[]): boolean {
  const first = words.find(({ word }) => !isNeutral(word.text))
  return first !== undefined && getTextDirection(first.word.text) === 'left'
}

function hasTurned(words: readonly PlacedWord[]): boolean {
  return words.some(({ word }) => hasRightToLeft(word.text))
}

function endsInLatin(words: readonly PlacedWord[]): boolean {
  const last = words.findLast(({ word }) => !isNeutral(word.text))
  return last !== undefined && getTextDirection(last.word.text) === 'right'
}

/** Latin text that was set as a paragraph of Hebrew has its full stop on the left, and numbers their first group on the right. */
function isTurned(cell: readonly PlacedWord[], { isFromRight }: RowContext): boolean {
  if (cell.some(({ word }) => hasRightToLeft(word.text)) || beginsWithEndSign(cell)) return true
  return isFromRight && isNumberGroups(cell.map(({ word }) => word.text))
}

function cellsOf(row: PlacedRow): (readonly PlacedWord[])[] {
  const gaps = gapsOf(row)
  const narrowest = gaps.reduce(
    (width, gap) => (gap > minGap ? Math.min(width, gap) : width),
    Number.POSITIVE_INFINITY,
  )
  const limit = Math.min(certainCellGap, Math.max(minCellGap, oddGap * narrowest))
  const cells: PlacedWord[][] = []
  for (const [i, word] of row.entries()) {
    if (i === 0 || gaps[i - 1]! > limit) cells.push([])
    cells.at(-1)!.push(word)
  }
  return cells
}

/** The gap behind each word but the last, in heights of the letters. */
function gapsOf(row: PlacedRow): readonly number[] {
  let end = Number.NEGATIVE_INFINITY
  return row.slice(0, -1).map((word, i) => {
    end = Math.max(end, word.alongEnd)
    const next = row[i + 1]!
    return (next.alongStart - end) / Math.max(word.size, next.size, Number.EPSILON)
  })
}

/** A piece of the line, with its place from the left; `undefined` is a blank. */
type LinePiece = { readonly piece: VisualPiece; readonly place: number }

function takeApart(words: readonly PlacedWord[]): VisualCell {
  const pieces: (VisualPiece | undefined)[] = []
  for (const [index, word] of words.entries()) {
    if (index > 0) pieces.push(undefined)
    for (const piece of piecesOf(word, index)) pieces.push(piece)
  }
  return { words, pieces }
}

function readCell(cell: VisualCell, context: CellContext): readonly PlacedWord[] {
  const { pieces } = cell
  const order = findReadingOrder(
    pieces.map((piece) => piece?.sign ?? ' '),
    { base: findCellDirection(cell, context), continuesLatin: context.continuesLatin },
  )
  const readWords: LinePiece[][] = [[]]
  for (const place of order) {
    const piece = pieces[place]
    if (piece) readWords.at(-1)!.push({ piece, place })
    else readWords.push([])
  }
  const words = readWords.filter((word) => word.length > 0)
  return settleBrackets(words).map((word) => wordOf(word, cell.words))
}

const openingSigns = '([{«‹'
const closingSigns = ')]}»›'
const endSign = /^[.,:;!?\u060c\u061b\u061f]$/

/**
 * Files state either what a bracket in text from the right looks like or what it means, and PDFium turns some of them. Where
 * it stands says what it is: one that begins a word opens, one that ends a word closes; inside a word, the first opens.
 */
function settleBrackets(
  words: readonly (readonly LinePiece[])[],
): readonly (readonly LinePiece[])[] {
  let open = 0
  const settle = (one: LinePiece, index: number, word: readonly LinePiece[]): LinePiece => {
    if (!isBracket(one.piece.text) || word.length === 1) return one
    const isOpening = opens(word, index) ?? open === 0
    open = Math.max(0, open + (isOpening ? 1 : -1))
    return turnBracket(one, isOpening)
  }
  return words.map((word) => word.map(settle))
}

function turnBracket(one: LinePiece, isOpening: boolean): LinePiece {
  const { text } = one.piece
  if ((isOpening ? openingSigns : closingSigns).includes(text)) return one
  return { ...one, piece: { ...one.piece, text: mirror(text) } }
}

/** Whether a bracket opens, if the place in its word says so. */
function opens(word: readonly LinePiece[], index: number): boolean | undefined {
  let next = index + 1
  while (next < word.length && endSign.test(word[next]!.piece.text)) next++
  const isFirst = index === 0
  const isLast = next === word.length
  return isFirst === isLast ? undefined : isFirst
}

function isBracket(text: string): boolean {
  return text.length === 1 && (openingSigns.includes(text) || closingSigns.includes(text))
}

/** A word as it was, or one of pieces of several words: its place is then that of its longest part. */
function wordOf(pieces: readonly LinePiece[], words: readonly PlacedWord[]): PlacedWord {
  const text = pieces.map(({ piece }) => piece.text).join('')
  const part = mainPart(pieces)
  const placedWord = words[part[0]!.piece.word]!
  const isWhole = isSameWord(pieces, placedWord)
  if (isWhole && text === placedWord.word.text) return placedWord
  const { glyphs: _, ...word } = placedWord.word
  if (isWhole) return { ...placedWord, word: { ...word, text } }
  return {
    ...placedWord,
    word: { ...word, text, box: uniteBoxes(part.map(({ piece }) => piece.box)) },
    alongStart: part[0]!.piece.alongStart,
    alongEnd: part.at(-1)!.piece.alongEnd,
  }
}

function isSameWord(pieces: readonly LinePiece[], { word, letters }: PlacedWord): boolean {
  const [first] = pieces
  if (!pieces.every(({ piece }) => piece.word === first!.piece.word)) return false
  const length = pieces.reduce((sum, { piece }) => sum + piece.text.length, 0)
  const wholeLength = letters
    ? letters.reduce((sum, { glyph }) => sum + glyph.text.length, 0)
    : word.text.length
  return length === wholeLength
}

/** The pieces that stand beside each other, of the most letters. */
function mainPart(pieces: readonly LinePiece[]): readonly LinePiece[] {
  const parts: LinePiece[][] = []
  let last: LinePiece | undefined
  for (const one of pieces.toSorted((a, b) => a.place - b.place)) {
    if (last?.place !== one.place - 1) parts.push([])
    parts.at(-1)!.push(one)
    last = one
  }
  return parts.reduce((best, part) => (part.length > best.length ? part : best))
}
