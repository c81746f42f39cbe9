import type { FieldType } from '@recto/provider-spec/answer'
import { middle } from '../align/boxes.ts'
import { type Passage, slicePassage } from '../align/passage.ts'
import { fold } from '../values/fold.ts'
import { findDates } from '../values/parse-date.ts'
import { wordsInAll } from '../vocabulary/languages.ts'
import { toldBy } from './explained.ts'
import { isHeading } from './letterhead-lines.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, finding } from './typed-value.ts'

type Dated = { readonly found: Finding; readonly rank: number }

/** Of the height of the first page. */
const lowest = 0.6
/** A day that stands alone further down may be any. */
const highest = 0.25
const mostCells = 120
const longest = 80

/**
 * The day of a letter or a paper that no label names: in its title, or behind the place where it was written, or alone in a line
 * at its head, which is of the least rank. Nothing where two days are told equally.
 */
export function findHeadDate(
  prepared: PreparedDocument,
  type: FieldType,
  isTaken: (place: Finding['place']) => boolean,
  leastRank: 1 | 2 = 1,
): Finding | undefined {
  const height = prepared.document.pages[0]?.height ?? 0
  const cells = prepared.rows
    .filter(({ page }) => page === 0)
    .flatMap((row) => row.cells)
    .filter((cell) => middle(cell.box) < lowest * height && cell.text.length <= longest)
    .slice(0, mostCells)
  const dated = cells
    .flatMap((cell) => datedIn(prepared, cell, type))
    .filter(({ found, rank }) => rank >= leastRank && !isTaken(found.place))
  const best = Math.max(...dated.map(({ rank }) => rank))
  const days = dated.filter(({ rank }) => rank === best)
  return new Set(days.map(({ found }) => found.value)).size === 1 ? days[0]?.found : undefined
}

function datedIn(
  { document, dateOrder }: PreparedDocument,
  cell: Passage,
  type: FieldType,
): readonly Dated[] {
  const [date, ...others] = findDates(cell.text, dateOrder)
  if (!date || others.length > 0) return []
  const [before, after] = [cell.text.slice(0, date.start), cell.text.slice(date.end)]
  if (/[\p{L}\p{N}]/u.test(after)) return []
  const isHigh = middle(cell.box) < highest * (document.pages[cell.page]?.height ?? 0)
  const rank = rankOf(before, cell.text.slice(date.start, date.end), isHigh)
  const part = rank > 0 && slicePassage(document, cell, date.start, date.end)
  if (!part) return []
  const value = type === 'date' ? date.iso : part.text
  return [{ rank, found: toldBy(finding(part, value, value), atHead(cell.page)) }]
}

const atHead = (page: number) =>
  ({ kind: 'beside', what: 'the head of the document', page }) as const

const from = new Set(wordsInAll('datedWords').map(fold))

/** How well what stands around a day tells that it is the document's: 0 where it tells nothing. */
function rankOf(before: string, date: string, isHigh: boolean): number {
  const words = fold(before).match(/[\p{L}\p{N}./-]+/gu) ?? []
  if (words.length === 0) return isHigh && /\p{L}{3}/u.test(date) ? 1 : 0
  return behind(before, words)
}

function behind(before: string, words: readonly string[]): number {
  const last = words.at(-1)?.replace(/\.$/, '') ?? ''
  const isFrom = from.has(last)
  if (isFrom && words.length === 1) return last.length > 1 ? 2 : 0
  if (isFrom && (isHeading(before) || isNumberedTitle(words))) return 3
  return isPlace(before, isFrom) ? 2 : 0
}

/** Under a title stands its number: `N. 552 del`. */
const isNumberedTitle = ([first = '', second = '', ...rest]: readonly string[]): boolean =>
  numberWords.has(first.replace(/\W/g, '')) && /\d/.test(second) && rest.length === 1
const numberWords = new Set(wordsInAll('numberWords').map(fold))

/** `Nantes, le`, `Landshut den`: up to four words without digits before a comma, or one before such a word. */
function isPlace(before: string, isFrom: boolean): boolean {
  if (isFrom && /^\p{Lu}\p{L}+ \p{L}+\.? ?$/u.test(before)) return true
  return /^\p{Lu}[\p{L}.'’-]*(?: [\p{L}.'’-]+){0,3}, ?(?:\p{L}+\.? )?$/u.test(before)
}
