import type { FieldType } from '@recto/provider-spec/answer'
import { middle } from '../align/boxes.ts'
import { type Passage, slicePassage } from '../align/passage.ts'
import { fold } from '../values/fold.ts'
import { findDates } from '../values/parse-date.ts'
import { wordsInAllLanguages } from '../vocabulary/languages.ts'
import { addReasons } from './explanations.ts'
import { isHeading } from './letterhead-lines.ts'
import type { PreparedDocument } from './prepare-document.ts'
import { type Finding, toFinding } from './read-typed-value.ts'

type RankedDate = { readonly finding: Finding; readonly rank: number }

/** Maximum position of the date on the first page, as a share of its height. */
const maxDateHeight = 0.6
/**
 * Maximum position of a date that stands alone, as a share of the page height; further down it can
 * be any date.
 */
const maxLoneDateHeight = 0.25
const maxCells = 120
const maxCellLength = 80

/**
 * Finds the date of a letter or document that has no label: in its title, after a place name, or
 * alone in a line at the top (the weakest rank). Finds nothing when two different dates share the
 * best rank.
 */
export function findHeadDate(
  preparedDocument: PreparedDocument,
  type: FieldType,
  isTaken: (place: Finding['place']) => boolean,
  minRank: 1 | 2 = 1,
): Finding | undefined {
  const height = preparedDocument.document.pages[0]?.height ?? 0
  const cells = preparedDocument.rows
    .filter(({ page }) => page === 0)
    .flatMap((row) => row.cells)
    .filter(
      (cell) => middle(cell.box) < maxDateHeight * height && cell.text.length <= maxCellLength,
    )
    .slice(0, maxCells)
  const rankedDates = cells
    .flatMap((cell) => findRankedDates(preparedDocument, cell, type))
    .filter(({ finding, rank }) => rank >= minRank && !isTaken(finding.place))
  const best = Math.max(...rankedDates.map(({ rank }) => rank))
  const days = rankedDates.filter(({ rank }) => rank === best)
  return new Set(days.map(({ finding }) => finding.value)).size === 1 ? days[0]?.finding : undefined
}

function findRankedDates(
  { document, dateOrder }: PreparedDocument,
  cell: Passage,
  type: FieldType,
): readonly RankedDate[] {
  const [date, ...otherDates] = findDates(cell.text, dateOrder)
  if (!date || otherDates.length > 0) return []
  const textBefore = cell.text.slice(0, date.start)
  const textAfter = cell.text.slice(date.end)
  if (/[\p{L}\p{N}]/u.test(textAfter)) return []
  const isHigh = middle(cell.box) < maxLoneDateHeight * (document.pages[cell.page]?.height ?? 0)
  const rank = rankDate(textBefore, cell.text.slice(date.start, date.end), isHigh)
  const part = rank > 0 && slicePassage(document, cell, date.start, date.end)
  if (!part) return []
  const value = type === 'date' ? date.iso : part.text
  return [{ rank, finding: addReasons(toFinding(part, value, value), toHeadReason(cell.page)) }]
}

const toHeadReason = (page: number) =>
  ({ kind: 'beside', what: 'the top of the document', page }) as const

const datedWords = new Set(wordsInAllLanguages('datedWords').map(fold))

/**
 * Ranks how well the surrounding text identifies a date as that of the document; 0 means not at
 * all.
 */
function rankDate(textBefore: string, date: string, isHigh: boolean): number {
  const words = fold(textBefore).match(/[\p{L}\p{N}./-]+/gu) ?? []
  if (words.length === 0) return isHigh && /\p{L}{3}/u.test(date) ? 1 : 0
  return rankTextBefore(textBefore, words)
}

function rankTextBefore(textBefore: string, words: readonly string[]): number {
  const last = words.at(-1)?.replace(/\.$/, '') ?? ''
  const isFrom = datedWords.has(last)
  if (isFrom && words.length === 1) return last.length > 1 ? 2 : 0
  if (isFrom && (isHeading(textBefore) || isNumberedTitle(words))) return 3
  return isPlaceName(textBefore, isFrom) ? 2 : 0
}

const numberWords = new Set(wordsInAllLanguages('numberWords').map(fold))

/** The number of a document printed below its title: `N. 552 del`. */
const isNumberedTitle = ([first = '', second = '', ...rest]: readonly string[]): boolean =>
  numberWords.has(first.replace(/\W/g, '')) && /\d/.test(second) && rest.length === 1

/**
 * Up to four words without digits before a comma, or a place name before one of the date words:
 * `Nantes, le`, `Landshut den`.
 */
function isPlaceName(textBefore: string, isFrom: boolean): boolean {
  if (isFrom && /^\p{Lu}\p{L}+ \p{L}+\.? ?$/u.test(textBefore)) return true
  return /^\p{Lu}[\p{L}.'’-]*(?: [\p{L}.'’-]+){0,3}, ?(?:\p{L}+\.? )?$/u.test(textBefore)
}
