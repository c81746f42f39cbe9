import { isAnyNumber, isContainer } from '@recto/exact-json/exact-number'
import type { CellKind } from '@recto/provider-spec/database-connector'

export type ListItem = Readonly<Record<string, unknown>>

export type ReadList = {
  readonly items: readonly ListItem[]
  /** Fields in the order of the columns, as far as the answer states it. */
  readonly headers: readonly string[]
}

/** Types of prompts whose answers can be lists. */
export const listTypes: readonly string[] = ['table', 'record', 'line-item', 'json']

/**
 * Reads the answer of a list prompt; one object is a list with one item. Returns `undefined` for a text or a number, and
 * for `{}`, which stands for a reply without JSON.
 */
export function readList(value: unknown): ReadList | undefined {
  if (value === null || value === undefined) return { items: [], headers: [] }
  if (!isContainer(value)) return undefined
  if (Array.isArray(value)) return { items: value.map(toItem), headers: [] }
  if (Object.keys(value).length === 0) return undefined
  // A table has its rows beside its headers.
  const { rows, column_headers: headers } = value as {
    readonly rows?: unknown
    readonly column_headers?: unknown
  }
  if (!Array.isArray(headers)) return { items: [toItem(value)], headers: [] }
  return { items: Array.isArray(rows) ? rows.map(toItem) : [], headers: headers.map(String) }
}

function toItem(item: unknown): ListItem {
  if (item === null || item === undefined) return {}
  return isContainer(item) && !Array.isArray(item) ? (item as ListItem) : { value: item }
}

/** Items are of documents, whose fields may be named as members that all objects have. */
export const fieldOf = (item: ListItem, field: string): unknown =>
  Object.hasOwn(item, field) ? item[field] : undefined

/** Lists the fields that items have, those of the headers first. */
export const listFieldsOf = ({ items, headers }: ReadList): readonly string[] => [
  ...new Set([...headers, ...items.flatMap((item) => Object.keys(item))]),
]

/** Finds the type of column that holds all values; `undefined` if all are null. */
export function findCommonKind(values: readonly unknown[]): CellKind | undefined {
  const kinds = new Set(values.filter((value) => value !== null && value !== undefined).map(kindOf))
  if (kinds.size > 1) return 'text'
  return [...kinds][0]
}

function kindOf(value: unknown): CellKind {
  if (isContainer(value)) return 'json'
  if (isAnyNumber(value)) return 'decimal'
  return typeof value === 'boolean' ? 'truth' : 'text'
}
