import type { Json } from '@recto/provider-spec/answer'
import { fold } from '../values/fold.ts'
import { editsBetween } from './edits-between.ts'
import { findAnchor } from './find-anchor.ts'
import { across } from './frame.ts'

import { type LaidWord, lettersOf } from './laid-page.ts'
import type { Anchor, PageName, Reading, Spot } from './layout.ts'
import { type LocatedPassage, locate } from './locate.ts'
import type { FramedDocument } from './match-layout.ts'
import { fitsPattern } from './pattern.ts'
import { type PassageValue, readPassage } from './read-passage.ts'
import { isWithin } from './static-words.ts'

export type SpotValue = {
  readonly value: Exclude<Json, null>
  readonly page: PageName
  readonly words: readonly LaidWord[]
}

/** Minimum OCR confidence of a word: a value with less confident words is left to the model. */
const leastConfidence = 0.7
const slackAcross = 0.02

/**
 * Reads the value of a spot on a document. Returns `undefined` when anything differs from the
 * documents that the spot was made from, or when the OCR engine was unsure of a word and no check
 * digits confirm it.
 */
export function readSpot(
  document: FramedDocument,
  spot: Spot,
  isChecked = false,
): SpotValue | undefined {
  if (spot.kind === 'constant') return readConstant(document, spot)
  const read = readMoving(document, spot)
  if (!read || isChecked || spot.always !== undefined) return read
  return read.words.some((word) => isUnsure(word, spot.reading)) ? undefined : read
}

/**
 * In a date or an amount only the digits matter: a month is one of twelve words, and the currency
 * is known from earlier documents.
 */
const isUnsure = ({ confidence, text }: LaidWord, { kind }: Reading) =>
  confidence < leastConfidence && ((kind !== 'date' && kind !== 'number') || /\d/.test(text))

function readConstant(
  document: FramedDocument,
  { pieces, value }: Extract<Spot, { kind: 'constant' }>,
): SpotValue | undefined {
  const words: LaidWord[] = []
  for (const piece of pieces) {
    const found = findAnchor(document, piece, true) ?? findAnchor(document, piece)
    const printed = found?.page.rows[found.row]?.words.slice(found.from, found.to) ?? []
    if (!saysPiece(printed, piece)) return undefined
    words.push(...printed)
  }
  const [first] = pieces
  if (!first || value === null) return undefined
  return { value, page: first.page, words }
}

/**
 * Compares letter by letter; a word that the engine was unsure of may have one wrong letter. Digits
 * are never corrected.
 */
function saysPiece(printed: readonly LaidWord[], { text, letters }: Anchor): boolean {
  if (printed.length === 0) return false
  if (printed.map((word) => word.letters).join('') === letters) return true
  const wanted = text.split(/\s+/).map(lettersOf)
  return (
    wanted.length === printed.length &&
    printed.every((word, i) => {
      const own = wanted[i] ?? ''
      if (word.letters === own) return true
      const isMendable = word.confidence < leastConfidence && own.length > 3 && !/\d/.test(own)
      return isMendable && editsBetween(word.letters, own, 1) !== undefined
    })
  )
}

function readMoving(
  document: FramedDocument,
  spot: Extract<Spot, { kind: 'read' }>,
): SpotValue | undefined {
  const { anchor, relation, reading, column, pattern, beside, always } = spot
  const found = findAnchor(document, anchor)
  const passage = found && locate(found, relation, document.statics)
  const read = passage && readPassage(passage, reading)
  if (!passage || !read) return undefined
  if (!isWithin(edgeOf(document, passage, column.edge), column.x, slackAcross)) return undefined
  if (!fitsPattern(patternText(read, reading), pattern)) return undefined
  if (!beside.includes(read.beside)) return undefined
  if (always !== undefined && sameness(read.printed) !== always) return undefined
  return { value: read.value, page: anchor.page, words: read.words }
}

/** Returns the left or right edge of a passage on the layout's page. */
export function edgeOf(
  { frame }: FramedDocument,
  passage: LocatedPassage,
  edge: 'left' | 'right',
): number {
  const words = passage.flat()
  const place =
    edge === 'left'
      ? Math.min(...words.map(({ x0 }) => x0))
      : Math.max(...words.map(({ x1 }) => x1))
  return across(frame, place)
}

/**
 * Returns the part of a value that its pattern describes: the number of decimals for a number, the
 * order of day, month and year for a date.
 */
export function patternText({ printed }: PassageValue, reading: Reading): string {
  if (reading.kind === 'date') return orderOf(printed)
  if (reading.kind !== 'number') return printed
  return printed.match(/[.,]\d{1,2}(?=\D*$)/u)?.[0] ?? (/\d/.test(printed) ? '0' : '')
}

const orderOf = (day: string) =>
  day.replace(/\p{L}+/gu, 'A').replace(/\d+/g, (digits) => (digits.length > 2 ? '0000' : '00'))

/** Returns the key by which two printed values are the same. */
export const sameness = (printed: string): string => lettersOf(printed) || fold(printed)
