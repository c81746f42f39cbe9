import {
  type LookupCandidate,
  type LookupMatch,
  type LookupStatus,
  maxMatchedListRows,
  type RowMatch,
} from '@recto/contract/lookups/lookup-matches'
import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import type { Json } from '@recto/provider-spec/answer'
import { addToRows, hasColumn, type RowColumns } from './list-rows.ts'
import type { ListMatch, MatchedTable, ValueMatch } from './to-match.ts'

/** Returns the name of an added column in the result, such as `vendor_supplier_number`. */
export const toOutputKey = (key: string, column: string): string => {
  const words = column.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [key, ...words.filter(Boolean)].join('_')
}

type ListOfMatches = {
  readonly key: string
  readonly matchTo: MatchTo
  readonly list: Json
  readonly table: MatchedTable
  readonly rows: readonly RowMatch[]
}

/** The worst first. */
const statuses: readonly LookupStatus[] = [
  'no_table',
  'too_many',
  'not_found',
  'ambiguous',
  'no_value',
  'matched',
]

/** Returns the match of a list: its status is the worst of its rows. */
export function toListMatch({ key, matchTo, list, table, rows }: ListOfMatches): ValueMatch {
  const matchedCount = rows.filter(({ status }) => status === 'matched').length
  const status = statuses.find((one) => rows.some((row) => row.status === one)) ?? 'no_value'
  const reason =
    rows.length === 0
      ? 'The document has no rows to compare.'
      : [`${matchedCount} of ${rows.length} rows matched.`, noteOf(status, rows)].join(' ').trim()
  const names = matchTo.add.map((column) => [column, toOutputKey(key, column)] as const)
  return {
    match: {
      ...table,
      status,
      row_key: null,
      score: null,
      by: null,
      reason,
      columns: {},
      candidates: [],
    },
    row: {},
    list: { rows, addedColumns: new Map(names.filter(([, name]) => !hasColumn(list, name))) },
  }
}

const noteOf = (status: LookupStatus, rows: readonly RowMatch[]): string =>
  status === 'no_table' || status === 'too_many'
    ? (rows.find((row) => row.status === status)?.reason ?? '')
    : ''

/** Candidates of a thousand rows are in one result, so their texts are cut. */
const maxCandidateCharacters = 100

/** Returns a match as the match of a row; its candidates have the columns that the setting names. */
export function toRowMatch(
  { match }: ValueMatch,
  value: string,
  { compare, add }: MatchTo,
): RowMatch {
  const { table: _, version: __, refresh_failed_at: ___, ...rest } = match
  const shownColumns = new Set([...add, ...compare.map(({ column }) => column)])
  const shorten = (candidate: LookupCandidate): LookupCandidate => ({
    ...candidate,
    cells: Object.fromEntries(
      Object.entries(candidate.cells)
        .filter(([column]) => shownColumns.has(column))
        .map(([column, text]) => [column, shortenText(text)]),
    ),
  })
  return { ...rest, candidates: match.candidates.map(shorten), value }
}

const shortenText = (text: string): string =>
  text.length > maxCandidateCharacters ? `${text.slice(0, maxCandidateCharacters)}…` : text

/** Returns the match of a row beyond those that are matched. */
export const toUnmatchedRow = ({ add }: MatchTo): RowMatch => ({
  status: 'too_many',
  row_key: null,
  score: null,
  by: null,
  reason: `Only the first ${maxMatchedListRows} rows of a list are matched.`,
  columns: Object.fromEntries(add.map((column) => [column, null])),
  candidates: [],
  value: '',
})

/** Adds the columns of the matched rows to the rows of a list. */
export const addRowColumns = (value: Json, { rows, addedColumns }: ListMatch): Json =>
  addToRows(
    value,
    rows.map(({ columns }) => toRowColumns(columns, addedColumns)),
  )

/** Returns the columns of a matched row by their names in the rows of the list. */
export const toRowColumns = (
  columns: LookupMatch['columns'],
  addedColumns: ListMatch['addedColumns'],
): RowColumns =>
  Object.fromEntries(
    [...addedColumns].map(([column, name]) => [name, columns[column] ?? null] as const),
  )
