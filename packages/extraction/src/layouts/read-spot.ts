import type { Json } from '@recto/provider-spec/answer'
import { fold } from '../values/fold.ts'
import { editDistance } from './edit-distance.ts'
import { findAnchor } from './find-anchor.ts'
import type { Anchor, PageName, Reading, Spot } from './layout.ts'
import { type LocatedPassage, locate } from './locate.ts'
import type { MappedDocument } from './match-layout.ts'
import { mapX } from './page-transform.ts'
import { fitsPattern } from './pattern.ts'
import { type PositionedWord, toLetters } from './positioned-page.ts'
import { type PassageValue, readPassage } from './read-passage.ts'
import { isWithin } from './static-words.ts'

export type SpotValue = {
  readonly value: Exclude<Json, null>
  readonly page: PageName
  readonly words: readonly PositionedWord[]
}

/** Minimum OCR confidence of a word: a value with less confident words is left to the model. */
const minConfidence = 0.7
const horizontalTolerance = 0.02

/**
 * Reads the value of a spot on a document. Returns `undefined` when anything differs from the
 * documents that the spot was made from, or when the OCR engine was unsure of a word and no check
 * digits confirm it.
 */
export function readSpot(
  document: MappedDocument,
  spot: Spot,
  isChecked = false,
): SpotValue | undefined {
  if (spot.kind === 'constant') return readConstant(document, spot)
  const read = readVariable(document, spot)
  if (!read || isChecked || spot.always !== undefined) return read
  return read.words.some((word) => isUncertain(word, spot.reading)) ? undefined : read
}

/**
 * In a date or an amount only the digits matter: a month is one of twelve words, and the currency
 * is known from earlier documents.
 */
const isUncertain = ({ confidence, text }: PositionedWord, { kind }: Reading) =>
  confidence < minConfidence && ((kind !== 'date' && kind !== 'number') || /\d/.test(text))

function readConstant(
  document: MappedDocument,
  { pieces, value }: Extract<Spot, { kind: 'constant' }>,
): SpotValue | undefined {
  const words: PositionedWord[] = []
  for (const piece of pieces) {
    const match = findAnchor(document, piece, true) ?? findAnchor(document, piece)
    const printedWords = match?.page.rows[match.row]?.words.slice(match.from, match.to) ?? []
    if (!matchesPiece(printedWords, piece)) return undefined
    words.push(...printedWords)
  }
  const [first] = pieces
  if (!first || value === null) return undefined
  return { value, page: first.page, words }
}

/**
 * Compares letter by letter; a word that the engine was unsure of may have one wrong letter. Digits
 * are never corrected.
 */
function matchesPiece(printedWords: readonly PositionedWord[], { text, letters }: Anchor): boolean {
  if (printedWords.length === 0) return false
  if (printedWords.map((word) => word.letters).join('') === letters) return true
  const expectedWords = text.split(/\s+/).map(toLetters)
  return (
    expectedWords.length === printedWords.length &&
    printedWords.every((word, i) => {
      const expectedWord = expectedWords[i] ?? ''
      if (word.letters === expectedWord) return true
      const isCorrectable =
        word.confidence < minConfidence && expectedWord.length > 3 && !/\d/.test(expectedWord)
      return isCorrectable && editDistance(word.letters, expectedWord, 1) !== undefined
    })
  )
}

function readVariable(
  document: MappedDocument,
  spot: Extract<Spot, { kind: 'read' }>,
): SpotValue | undefined {
  const {
    anchor,
    relation,
    reading,
    column,
    pattern,
    beside: allowedRestTexts,
    always: constantKey,
  } = spot
  const anchorMatch = findAnchor(document, anchor)
  const passage = anchorMatch && locate(anchorMatch, relation, document.staticIndices)
  const read = passage && readPassage(passage, reading)
  if (!passage || !read) return undefined
  if (!isWithin(edgeOf(document, passage, column.edge), column.x, horizontalTolerance))
    return undefined
  if (!fitsPattern(toPatternText(read, reading), pattern)) return undefined
  if (!allowedRestTexts.includes(read.restText)) return undefined
  if (constantKey !== undefined && comparisonKey(read.printedText) !== constantKey) return undefined
  return { value: read.value, page: anchor.page, words: read.words }
}

/** Returns the left or right edge of a passage on the layout's page. */
export function edgeOf(
  { transform }: MappedDocument,
  passage: LocatedPassage,
  edge: 'left' | 'right',
): number {
  const words = passage.flat()
  const x =
    edge === 'left'
      ? Math.min(...words.map(({ x0 }) => x0))
      : Math.max(...words.map(({ x1 }) => x1))
  return mapX(transform, x)
}

/**
 * Returns the part of a value that its pattern describes: the number of decimals for a number, the
 * order of day, month and year for a date.
 */
export function toPatternText({ printedText }: PassageValue, reading: Reading): string {
  if (reading.kind === 'date') return toDateForm(printedText)
  if (reading.kind !== 'number') return printedText
  return printedText.match(/[.,]\d{1,2}(?=\D*$)/u)?.[0] ?? (/\d/.test(printedText) ? '0' : '')
}

const toDateForm = (day: string) =>
  day.replace(/\p{L}+/gu, 'A').replace(/\d+/g, (digits) => (digits.length > 2 ? '0000' : '00'))

/** Returns the key by which two printed values are the same. */
export const comparisonKey = (text: string): string => toLetters(text) || fold(text)
