import type { LookupCandidate, LookupMatch, RowMatch } from '@recto/contract/lookups/lookup-matches'
import type { LookupColumn } from '@recto/contract/lookups/lookup-tables'
import { type CandidateRow, chooseRow, type ScoredRow } from '@recto/extraction/lookups/choose-row'
import {
  isKeyType,
  listLegalForms,
  normalizeKey,
  normalizeValue,
} from '@recto/extraction/lookups/normalize'
import { omitUndefined } from '@recto/omit-undefined'
import { presentTime } from '../../../platform/wire-format.ts'
import type { CandidateRecord } from './candidates.store.ts'
import { hasValues, isOfRows, type Search } from './searches.ts'
import type { UsedVersion } from './table-versions.store.ts'

/** The matches of the rows of a list, in their order. */
export type ListMatch = {
  readonly rows: readonly RowMatch[]
  /** The names in the rows of the columns that are added to them, by the columns of the table. */
  readonly addedColumns: ReadonlyMap<string, string>
}

export type ValueMatch = {
  readonly match: LookupMatch
  /** All cells of the matched row by column, also those that are not added to the result; empty where none is matched. */
  readonly row: Readonly<Record<string, string>>
  /** The matches of the rows, if the value is a list. */
  readonly list?: ListMatch
}

/** Returns the match of a value with the rows that were found for it. */
export function toMatch(search: Search, records: readonly CandidateRecord[]): ValueMatch {
  const { prompt, usedVersion, missingColumn } = search
  const { table: name, add } = prompt.matchTo
  const noMatch: LookupMatch = {
    ...toMatchedTable(name, usedVersion),
    status: 'no_table',
    row_key: null,
    score: null,
    by: null,
    reason: '',
    columns: Object.fromEntries(add.map((column) => [column, null])),
    candidates: [],
  }
  const toNoMatch = (changes: Partial<LookupMatch>): ValueMatch => ({
    match: { ...noMatch, ...changes },
    row: {},
  })
  if (!usedVersion) return toNoMatch({ reason: `There is no lookup table “${name}”.` })
  if (missingColumn !== undefined) {
    return toNoMatch({ reason: `The table has no column “${missingColumn}”.` })
  }
  const { columns } = usedVersion.table
  const alias = records.find(({ is_alias: isAlias }) => isAlias)
  if (alias && (alias.row_key === null || alias.cells)) {
    const { row_key: rowKey, cells } = alias
    const aliasRow = { rowKey, cells, by: 'alias', reason: 'remembered' } as const
    return toChosenMatch(noMatch, { add, columns, ...aliasRow })
  }
  if (!hasValues(search)) {
    const owner = isOfRows(prompt.matchTo) ? 'row' : 'document'
    return toNoMatch({ status: 'no_value', reason: `The ${owner} has no value to compare.` })
  }
  return chooseMatch(search, records, noMatch)
}

/** The table of a match, as it was used. */
export type MatchedTable = Pick<LookupMatch, 'table' | 'version' | 'refresh_failed_at'>

export function toMatchedTable(table: string, usedVersion: UsedVersion | undefined): MatchedTable {
  const { version = null, refreshFailedAt } = usedVersion ?? {}
  const refreshTime = refreshFailedAt && presentTime(refreshFailedAt)
  return { table, version, ...omitUndefined({ refresh_failed_at: refreshTime }) }
}

type ChosenRow = {
  readonly add: readonly string[]
  readonly columns: readonly LookupColumn[]
  /** Null: a person said that the value is not in the table. */
  readonly rowKey: string | null
  readonly cells: readonly string[] | null
  readonly by: LookupMatch['by']
  readonly reason: string
}

/** Returns the match with a row that a person chose, for this value or for all that are written so. */
export function toChosenMatch(
  table: MatchedTable,
  { add, columns, rowKey, cells, ...origin }: ChosenRow,
): ValueMatch {
  const match: LookupMatch = {
    ...table,
    status: rowKey === null ? 'not_found' : 'matched',
    row_key: rowKey,
    score: 1,
    ...origin,
    columns: pickColumns(add, columns, cells ?? undefined),
    candidates: [],
  }
  return { match, row: cells ? toTexts(columns, cells) : {} }
}

function chooseMatch(
  { prompt, usedVersion, comparedValues }: Search,
  records: readonly CandidateRecord[],
  noMatch: LookupMatch,
): ValueMatch {
  const columns = usedVersion?.table.columns ?? []
  const cellsByKey = new Map<string, readonly string[]>()
  for (const { row_key: key, cells, is_alias: isAlias } of records) {
    if (!isAlias && key !== null && cells) cellsByKey.set(key, cells)
  }
  const rows = [...cellsByKey].map(([rowKey, cells]) => toCandidateRow(rowKey, columns, cells))
  const isCut = records.some(({ is_cut: isCutRecord }) => isCutRecord)
  const { status, row, candidates } = chooseRow(comparedValues, rows, isCut)
  if (!row) {
    const reason =
      status === 'ambiguous' ? 'Several rows may be meant.' : 'No row is similar enough.'
    const presentedCandidates = candidates.map((candidate) =>
      presentCandidate(candidate, columns, cellsByKey.get(candidate.rowKey)),
    )
    return { match: { ...noMatch, status, reason, candidates: presentedCandidates }, row: {} }
  }
  const cells = cellsByKey.get(row.rowKey) ?? []
  const match: LookupMatch = {
    ...noMatch,
    status,
    row_key: row.rowKey,
    score: row.score,
    by: row.by,
    reason: row.reason,
    columns: pickColumns(prompt.matchTo.add, columns, cells),
  }
  return { match, row: toTexts(columns, cells) }
}

function toCandidateRow(
  rowKey: string,
  columns: readonly LookupColumn[],
  cells: readonly string[],
): CandidateRow {
  const keys = new Map<number, string>()
  const places = { name: '', postcode: '', city: '' }
  let legalForm = ''
  columns.forEach(({ type }, column) => {
    const text = cells[column] ?? ''
    if (isKeyType(type)) keys.set(column, normalizeKey(type, text))
    else if (type === 'name' || type === 'postcode' || type === 'city') {
      places[type] = normalizeValue(type, text)
      if (type === 'name') legalForm = listLegalForms(text)
    }
  })
  return { rowKey, ...places, legalForm, keys }
}

function presentCandidate(
  { rowKey, score, reason }: ScoredRow,
  columns: readonly LookupColumn[],
  cells: readonly string[] = [],
): LookupCandidate {
  return { row_key: rowKey, score, reason, cells: toTexts(columns, cells) }
}

const toTexts = (
  columns: readonly LookupColumn[],
  cells: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? '']))

/** Returns the cells of the columns that are added to the result. */
function pickColumns(
  names: readonly string[],
  columns: readonly LookupColumn[],
  cells: readonly string[] | undefined,
): LookupMatch['columns'] {
  const textOf = (name: string) => cells?.[columns.findIndex((column) => column.name === name)]
  return Object.fromEntries(names.map((name) => [name, textOf(name) ?? null]))
}
