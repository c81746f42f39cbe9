import type { Question } from '@recto/provider-spec/answer'
import { nameOfPhrase, phraseOf } from '../../labels/phrases.ts'
import { spokenKey } from '../../values/fold.ts'
import type { PreparedDocument } from '../prepare-document.ts'
import { type AskedColumn, askedColumns, matchColumns } from './asked-columns.ts'
import { findRecords } from './find-records.ts'
import { findUnheadedRows } from './find-unheaded-rows.ts'
import type { FoundRows } from './found-rows.ts'
import { findHeadings, type HeadedColumn, type Headings, isRepeated } from './headings.ts'
import { type ReadTable, readTable } from './read-table.ts'

type Asked = {
  readonly question: Pick<Question, 'key' | 'prompt'>
  /** Whether what is asked for are things with their prices, and not any table. */
  readonly isOfItems: boolean
  readonly headers: readonly string[]
  /** From 1, both included; 0 is the first and the last page. */
  readonly startPage: number
  readonly endPage: number
}

/** Of a document with very many, those that come first. */
const maxTables = 40

/** The list that fits the question best: one under headings, else records, else things with their prices. */
export function findRows(prepared: PreparedDocument, asked: Asked): FoundRows | undefined {
  const wanted = askedColumns(asked.question, asked.headers)
  const words = new Set(phraseOf(`${spokenKey(asked.question.key)} ${asked.question.prompt}`))
  const names = new Set(wanted.map(({ phrase }) => nameOfPhrase(phrase)))
  const range = {
    fromPage: Math.max(0, asked.startPage - 1),
    toPage: asked.endPage === 0 ? Number.POSITIVE_INFINITY : asked.endPage - 1,
  }
  const all = findHeadings(prepared, (phrase) => names.has(nameOfPhrase(phrase)))
  const within = all.filter(({ page }) => page >= range.fromPage && page <= range.toPage)
  const fits = ({ columns }: Headings) =>
    !asked.isOfItems || wanted.length > 0 || isListOfItems(columns)
  const [best] = different(within)
    .filter(fits)
    .map((headings) => readTable(prepared, headings, all, range))
    .filter(({ rows }) => rows.length > 0)
    .map((table) => ({ table, score: scoreOf(table, { wanted, words }) }))
    .toSorted((a, b) => b.score - a.score)
  const found = best && named(best.table, wanted)
  const records = found ?? (asked.isOfItems ? undefined : findRecords(prepared, wanted, range))
  return records ?? findUnheadedRows(prepared, wanted, range)
}

/** Without those that only come again. */
function different(all: readonly Headings[]): readonly Headings[] {
  const found: Headings[] = []
  for (const headings of all) {
    if (found.length === maxTables) break
    if (!found.some((before) => isRepeated(before, headings))) found.push(headings)
  }
  return found
}

/** What is asked for comes before what is known, and that before how much there is. */
function scoreOf({ headings: { columns }, rows }: ReadTable, { wanted, words }: Wanted): number {
  const matched = matchColumns(wanted, columns).filter((at) => at !== undefined).length
  const said = columns.filter(({ phrase }) => phrase.every((word) => words.has(word))).length
  const kinds = new Set(columns.flatMap(({ kind }) => kind ?? [])).size
  const items = isListOfItems(columns) ? 5 : 0
  return 10 * matched + 4 * said + 2 * kinds + items + Math.min(rows.length, 20) / 4
}

type Wanted = { readonly wanted: readonly AskedColumn[]; readonly words: ReadonlySet<string> }

function isListOfItems(columns: readonly HeadedColumn[]): boolean {
  const kinds = columns.flatMap(({ kind }) => kind ?? [])
  const isCounted = kinds.some((kind) => ['amount', 'price', 'quantity'].includes(kind))
  return isCounted && (kinds.includes('description') || kinds.includes('code'))
}

function named(
  { headings: { columns }, rows, totals }: ReadTable,
  wanted: readonly AskedColumn[],
): FoundRows | undefined {
  const names = columns.map(({ text }) => text.replace(/\s+/gu, ' '))
  if (wanted.length === 0) {
    return {
      headings: names,
      columns: columns.map(({ kind }, at) => ({
        name: unique(names, at),
        isKnown: kind !== undefined,
      })),
      rows,
      totals,
    }
  }
  const places = matchColumns(wanted, columns)
  if (places.every((at) => at === undefined)) return undefined
  return {
    headings: places.flatMap((at) => (at === undefined ? [] : (names[at] ?? []))),
    columns: wanted.map(({ name }, i) => ({ name, isKnown: places[i] !== undefined })),
    rows: rows.map((row) => places.map((at) => (at === undefined ? [] : (row[at] ?? [])))),
    totals,
  }
}

/** Two columns of one name are told apart by a number. */
function unique(names: readonly string[], at: number): string {
  const before = names.slice(0, at).filter((name) => name === names[at]).length
  return before === 0 ? (names[at] ?? '') : `${names[at]} ${before + 1}`
}
