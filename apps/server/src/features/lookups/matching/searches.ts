import type { LookupColumn } from '@recto/contract/lookups/lookup-tables'
import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import { isContainer } from '@recto/exact-json/exact-number'
import type { ComparedKey, ComparedValues } from '@recto/extraction/lookups/choose-row'
import {
  foldName,
  isKeyType,
  listLegalForms,
  normalizeKey,
  normalizeValue,
} from '@recto/extraction/lookups/normalize'
import type { Json } from '@recto/provider-spec/answer'
import { toStoredKey } from '../rows/lookup-rows.store.ts'
import type { Probe } from './candidates.store.ts'
import { cellIn } from './list-rows.ts'
import type { UsedVersion } from './table-versions.store.ts'

/** A prompt whose value is matched. */
export type PromptToMatch = { readonly key: string; readonly matchTo: MatchTo }

/** The values of a document, by the keys of the prompts. */
export type ValuesByKey = Readonly<Record<string, Json>>

/** A search for the row that a value, or a row of a list, means. */
export type Search = {
  readonly prompt: PromptToMatch
  readonly usedVersion: UsedVersion | undefined
  /** The name of a column that the setting has and the table has not. */
  readonly missingColumn: string | undefined
  readonly comparedValues: ComparedValues
  /** The compared values by which rows are found; the others are only weighed. */
  readonly probedValues: ComparedValues
  /** The own text of the value or the row. */
  readonly text: string
}

type SearchedValues = {
  readonly values: ValuesByKey
  /** The row, if the value is a list. */
  readonly row?: Json
}

/** Whether each row of the prompt's list is matched, and not its value. */
export const isOfRows = ({ compare }: MatchTo): boolean =>
  compare.some(({ list_column: listColumn }) => listColumn !== undefined)

export function toSearch(
  prompt: PromptToMatch,
  usedVersion: UsedVersion | undefined,
  searchedValues: SearchedValues,
): Search {
  const { compare, add } = prompt.matchTo
  const columns = usedVersion?.table.columns ?? []
  const usedColumns = [...compare.map(({ column }) => column), ...add]
  const missingColumn = usedColumns.find((name) => !columns.some((one) => one.name === name))
  const comparedColumns = listComparedColumns(prompt, columns, searchedValues)
  const ownTexts = comparedColumns.filter(({ isOwn }) => isOwn).map(({ text }) => text)
  const isRow = isOfRows(prompt.matchTo)
  const { values } = searchedValues
  return {
    prompt,
    usedVersion,
    missingColumn,
    comparedValues: toComparedValues(comparedColumns),
    // Values of the whole document, such as the supplier, would find the same rows for each row of a list.
    probedValues: toComparedValues(
      isRow ? comparedColumns.filter(({ isOwn }) => isOwn) : comparedColumns,
    ),
    text: isRow
      ? [...new Set(ownTexts)].filter(Boolean).join(' ')
      : toText(values[prompt.key] ?? null),
  }
}

/** Returns a value in the form in which its aliases are stored. */
export const toAlias = (value: string): string => foldName(value).slice(0, 1000)

/** Numbers are compared by their digits; a list or an object has no single value. */
export function toText(value: Json): string {
  if (typeof value === 'string') return value.trim()
  return value === null || typeof value === 'boolean' || isContainer(value) ? '' : String(value)
}

/** A value of the document with the column that it is compared with. */
type ComparedColumn = {
  readonly column: number
  readonly type: LookupColumn['type']
  readonly text: string
  /** Whether it is of the row of a list, and not of the whole document. */
  readonly isOwn: boolean
}

function listComparedColumns(
  { key, matchTo }: PromptToMatch,
  columns: readonly LookupColumn[],
  { values, row }: SearchedValues,
): readonly ComparedColumn[] {
  return matchTo.compare.map(({ column: name, field, list_column: listColumn }) => {
    const column = columns.findIndex((one) => one.name === name)
    const value = listColumn === undefined ? values[field ?? key] : cellIn(row, listColumn)
    const isOwn = listColumn !== undefined
    return { column, type: columns[column]?.type ?? 'text', text: toText(value ?? null), isOwn }
  })
}

function toComparedValues(comparedColumns: readonly ComparedColumn[]): ComparedValues {
  const valueOfType = (type: 'name' | 'postcode' | 'city') =>
    normalizeValue(type, comparedColumns.find((one) => one.type === type)?.text ?? '')
  const nameText = comparedColumns.find((one) => one.type === 'name')?.text ?? ''
  return {
    name: valueOfType('name'),
    legalForm: listLegalForms(nameText),
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

export const hasValues = ({ probedValues }: Search): boolean =>
  probedValues.keys.length > 0 || probedValues.name !== ''

/** Returns `undefined` where there is nothing to search for. */
export function toProbe(search: Search, n: number): Probe | undefined {
  const { probedValues, comparedValues, usedVersion, missingColumn, text } = search
  const alias = toAlias(text)
  if (!usedVersion || missingColumn !== undefined || (!hasValues(search) && alias === ''))
    return undefined
  return {
    n,
    keys: probedValues.keys.map(({ column, value }) => toStoredKey(column, value)),
    name: probedValues.name,
    postcode: comparedValues.postcode,
    city: comparedValues.city,
    alias,
  }
}
