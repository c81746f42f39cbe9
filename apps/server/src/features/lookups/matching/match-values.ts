import type { LookupCandidate, LookupMatch } from '@recto/contract/lookups/lookup-matches'
import type { LookupColumn } from '@recto/contract/lookups/lookup-tables'
import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import {
  type CandidateRow,
  type ComparedKey,
  type ComparedValues,
  chooseRow,
  type ScoredRow,
} from '@recto/extraction/lookups/choose-row'
import {
  foldName,
  isKeyType,
  normalizeKey,
  normalizeValue,
} from '@recto/extraction/lookups/normalize'
import type { Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStoredKey } from '../rows/lookup-rows.store.ts'
import { type CandidateRecord, findByKeys, findByNames, type Probe } from './candidates.store.ts'
import { findUsedVersion, type UsedVersion } from './table-versions.store.ts'

/** A prompt whose value is matched. */
type PromptToMatch = { readonly key: string; readonly matchTo: MatchTo }

type ValuesToMatch = {
  readonly prompts: readonly PromptToMatch[]
  /** The values of a document, by the keys of the prompts. */
  readonly values: Readonly<Record<string, Json>>
  /** The versions that were current at this time are used. */
  readonly time: Date
}

export type ValueMatch = {
  readonly match: LookupMatch
  /** All cells of the matched row by column, also those that are not added to the result; empty where none is matched. */
  readonly row: Readonly<Record<string, string>>
}

/** Finds the rows that the values of a document mean, by the keys of the prompts. */
export async function matchValues(
  tenant: Tenant,
  { prompts, values, time }: ValuesToMatch,
): Promise<ReadonlyMap<string, ValueMatch>> {
  const matches = new Map<string, ValueMatch>()
  for (const [name, group] of Map.groupBy(prompts, ({ matchTo }) => matchTo.table)) {
    const usedVersion = await findUsedVersion(tenant, { name, time })
    const searches = group.map((prompt) => toSearch(prompt, usedVersion, values))
    const matchesOfGroup = await matchSearches(tenant, usedVersion, searches)
    searches.forEach(({ prompt }, n) => {
      const match = matchesOfGroup[n]
      if (match) matches.set(prompt.key, match)
    })
  }
  return matches
}

/** Exact keys win: names are searched only for values whose keys do not decide. */
async function matchSearches(
  tenant: Tenant,
  usedVersion: UsedVersion | undefined,
  searches: readonly Search[],
): Promise<readonly ValueMatch[]> {
  if (!usedVersion) return searches.map((search) => toMatch(search, []))
  const table = { tableId: usedVersion.table.id, version: usedVersion.version }
  const probes = searches.map(toProbe).filter((probe) => probe !== undefined)
  const records = Map.groupBy(await findByKeys(tenant, { ...table, probes }), ({ n }) => n)
  const firstMatches = searches.map((search, n) => toMatch(search, records.get(n) ?? []))
  const openProbes = probes.filter(({ n }) => {
    const match = firstMatches[n]?.match
    return match?.status !== 'matched' && match?.by !== 'alias'
  })
  const similarRecords = Map.groupBy(
    await findByNames(tenant, { ...table, probes: openProbes }),
    ({ n }) => n,
  )
  return searches.map((search, n) => {
    const furtherRecords = similarRecords.get(n)
    const match = firstMatches[n] ?? toMatch(search, [])
    return furtherRecords ? toMatch(search, [...(records.get(n) ?? []), ...furtherRecords]) : match
  })
}

type Search = {
  readonly prompt: PromptToMatch
  readonly usedVersion: UsedVersion | undefined
  /** The name of a column that the setting has and the table has not. */
  readonly missingColumn: string | undefined
  readonly comparedValues: ComparedValues
  /** The own value of the prompt as aliases have it. */
  readonly alias: string
}

function toSearch(
  prompt: PromptToMatch,
  usedVersion: UsedVersion | undefined,
  values: Readonly<Record<string, Json>>,
): Search {
  const { compare, add } = prompt.matchTo
  const columns = usedVersion?.table.columns ?? []
  const usedColumns = [...compare.map(({ column }) => column), ...add]
  const missingColumn = usedColumns.find((name) => !columns.some((one) => one.name === name))
  return {
    prompt,
    usedVersion,
    missingColumn,
    comparedValues: compareColumns(prompt, columns, values),
    alias: toAlias(toText(values[prompt.key] ?? null)),
  }
}

/** Returns a value in the form in which its aliases are stored. */
export const toAlias = (value: string): string => foldName(value).slice(0, 1000)

/** Numbers are compared by their digits; a list or an object has no single value. */
export function toText(value: Json): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'object' || typeof value === 'boolean' ? '' : String(value)
}

/** A value of the document with the column that it is compared with. */
type ComparedColumn = {
  readonly column: number
  readonly type: LookupColumn['type']
  readonly text: string
}

function compareColumns(
  { key, matchTo }: PromptToMatch,
  columns: readonly LookupColumn[],
  values: Readonly<Record<string, Json>>,
): ComparedValues {
  const comparedColumns = matchTo.compare.map(({ column: name, field }): ComparedColumn => {
    const column = columns.findIndex((one) => one.name === name)
    const text = toText(values[field ?? key] ?? null)
    return { column, type: columns[column]?.type ?? 'text', text }
  })
  const valueOfType = (type: 'name' | 'postcode' | 'city') =>
    normalizeValue(type, comparedColumns.find((one) => one.type === type)?.text ?? '')
  return {
    name: valueOfType('name'),
    postcode: valueOfType('postcode'),
    city: valueOfType('city'),
    keys: comparedColumns.map(toComparedKey).filter((one) => one !== undefined),
  }
}

function toComparedKey({ column, type, text }: ComparedColumn): ComparedKey | undefined {
  if (!isKeyType(type)) return undefined
  const value = normalizeKey(type, text)
  return value === '' ? undefined : { column, type, value }
}

const hasValues = ({ comparedValues }: Search): boolean =>
  comparedValues.keys.length > 0 || comparedValues.name !== ''

/** Returns `undefined` where there is nothing to search for. */
function toProbe(search: Search, n: number): Probe | undefined {
  const { comparedValues, usedVersion, missingColumn, alias } = search
  if (!usedVersion || missingColumn !== undefined || (!hasValues(search) && alias === ''))
    return undefined
  const nameColumn = usedVersion.table.columns.findIndex(({ type }) => type === 'name')
  return {
    n,
    keys: comparedValues.keys.map(({ column, value }) => toStoredKey(column, value)),
    words: comparedValues.name
      .split(' ')
      .filter(Boolean)
      .map((word) => toStoredKey(nameColumn, word)),
    name: comparedValues.name,
    postcode: comparedValues.postcode,
    city: comparedValues.city,
    alias,
  }
}

function toMatch(search: Search, records: readonly CandidateRecord[]): ValueMatch {
  const { prompt, usedVersion, missingColumn } = search
  const { table: name, add } = prompt.matchTo
  const noMatch: LookupMatch = {
    table: name,
    version: usedVersion?.version ?? null,
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
    return toNoMatch({ status: 'no_value', reason: 'The document has no value to compare.' })
  }
  return chooseMatch(search, records, noMatch)
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
  { table, version }: Pick<LookupMatch, 'table' | 'version'>,
  { add, columns, rowKey, cells, ...origin }: ChosenRow,
): ValueMatch {
  const match: LookupMatch = {
    table,
    version,
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
  const { status, row, candidates } = chooseRow(comparedValues, rows)
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
  columns.forEach(({ type }, column) => {
    const text = cells[column] ?? ''
    if (isKeyType(type)) keys.set(column, normalizeKey(type, text))
    else if (type === 'name' || type === 'postcode' || type === 'city') {
      places[type] = normalizeValue(type, text)
    }
  })
  return { rowKey, ...places, keys }
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
