import type { CellKind, CellValue, TableName } from '@recto/provider-spec/database-connector'

export type Statement = { readonly sql: string; readonly values: readonly CellValue[] }

export type FoundRow = Readonly<Record<string, unknown>>

/** A connection, or what stands for one. */
export type SqlSession = {
  run(statement: Statement): Promise<readonly FoundRow[]>
  /** Whether it can be gone on with; absent where it cannot tell, and of what is no connection. */
  isOpen?(): boolean
  end(): Promise<void>
}

/** Rows are added between a beginning and an end, after those that they replace were deleted. */
type ByTransaction = {
  readonly by: 'transaction'
  readonly begin?: string
  readonly commit: string
  readonly rollback: string
  /** Keeps others from writing to a table until the end, for services that do not hold to its key. */
  lock?(name: string): string
  /** Whether a column of that type has a value, where that is not said by an equals sign. */
  same?(column: string, held: string, type: string): string
}

/** There is no transaction over several calls: all rows are added or replaced by one statement. */
type ByMerge = {
  readonly by: 'merge'
  /** What stands for a value, which is sent as text, as one of a column's type. */
  as(held: string, type: string): string
}

/** Differences between SQL services. */
export type Dialect = {
  /** Quotes any name, whatever characters it contains. */
  quote(name: string): string
  /** Returns the placeholder of a value by its number, from 1. */
  value(index: number, kind: CellKind): string
  readonly types: Readonly<Record<CellKind, string>>
  /** A text that is part of a key, where that is another type. */
  readonly keyText?: string
  /** Clause after a key declaration, for services that do not enforce keys. */
  readonly afterKey?: string
  /** Whether a row was refused because one with its key is there, or is being written. */
  isTaken(error: unknown): boolean
  /** Rows with `schema` and `name`, ordered by both. */
  tables(page: { readonly limit: number; readonly offset: number }): Statement
  /** Rows with `name`, `type` and `nullable` (YES or NO), in the table's order. */
  columns(table: TableName): Statement
  createTable(table: TableName, name: string, columns: string): Statement
  readonly atomic: ByTransaction | ByMerge
  /**
   * Builds a statement that inserts several rows, where a service does not support a list of
   * values.
   */
  insert?(into: string, tuples: readonly string[]): string
  /** Values that one statement may have. */
  readonly mostValues: number
  /** The schema where none is said. */
  readonly schema?: string | undefined
  /** The largest number of rows that one statement adds, where values are not the only bound. */
  readonly mostRows?: number
}

/** Collects the values of a statement while it is written. */
export function holder(dialect: Dialect) {
  const values: CellValue[] = []
  const hold = (value: CellValue) => {
    values.push(value)
    return dialect.value(values.length, kindOf(value))
  }
  return { values, hold }
}

function kindOf(value: CellValue): CellKind {
  if (typeof value === 'boolean') return 'truth'
  if (typeof value === 'number') return Number.isInteger(value) ? 'whole' : 'number'
  return value instanceof Date ? 'time' : 'text'
}

/** A value for services that take all of them as text. */
export const asText = (value: CellValue): string | null =>
  value === null ? null : value instanceof Date ? value.toISOString() : String(value)

/** A plain name as services read it that write names in capitals where nobody quotes them. */
export const inCapitals = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name.toUpperCase() : name
