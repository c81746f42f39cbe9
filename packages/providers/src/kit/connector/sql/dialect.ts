import type {
  CellKind,
  CellValue,
  DigitLimits,
  NameLimit,
  ReadLimits,
  RowsPage,
  TableColumn,
  TableName,
} from '@recto/provider-spec/database-connector'
import type { StatementRules } from './statement-rules.ts'

export type Statement = { readonly sql: string; readonly values: readonly CellValue[] }

export type ResultRow = Readonly<Record<string, unknown>>

/** A connection, or a stateless client that acts as one. */
export type SqlSession = {
  run(statement: Statement): Promise<readonly ResultRow[]>
  /**
   * Reads the rows of one statement that was checked: in a transaction that cannot write, in one that is rolled back,
   * or after the service itself says that the statement selects.
   */
  read?(statement: string, limits: ReadLimits): AsyncIterable<RowsPage>
  /** Tells whether the session can be used again. Absent if unknown, and for stateless clients. */
  isOpen?(): boolean
  end(): Promise<void>
}

/** Rows are added in a transaction, after the rows that they replace were deleted. */
type ByTransaction = {
  readonly by: 'transaction'
  readonly begin?: string
  readonly commit: string
  readonly rollback: string
  /** Locks a table for the transaction, for services that do not enforce its key. */
  lock?(name: string): string
  /** Returns the condition that a column has a value, for types that cannot be compared by `=`. */
  equalsExpression?(column: string, placeholder: string, type: string): string
}

/** The service has no transactions over several calls, so one statement adds or replaces all rows. */
type ByMerge = {
  readonly by: 'merge'
  /** Casts the placeholder of a value, which is sent as text, to a column's type. */
  cast(placeholder: string, type: string): string
}

/** Differences between SQL services. */
export type Dialect = {
  /** Absent for services whose rows are not read. */
  readonly reads?: StatementRules
  /** Converts a quoted column of a table to text, if its values would be rounded otherwise. */
  asText?(column: string, one: TableColumn): string | undefined
  /** Quotes any name, whatever characters it contains. */
  quote(name: string): string
  /** Returns the placeholder of a value by its number, from 1. */
  value(index: number, kind: CellKind): string
  readonly types: Readonly<Record<CellKind, string>>
  /** Type of a text column that is part of a key, if it differs. */
  readonly keyText?: string
  /** Clause after a key declaration, for services that do not enforce keys. */
  readonly afterKey?: string
  /** Tells whether a statement failed because another session has written the same row or table. */
  isConflict(error: unknown): boolean
  /** Selects `schema` and `name` of all tables, ordered by both. */
  tables(page: { readonly limit: number; readonly offset: number }): Statement
  /**
   * Selects `name`, `type` and `nullable` (YES or NO) of all columns, in the table's order; also
   * `precision` and `scale`, where `type` does not state them.
   */
  columns(table: TableName): Statement
  createTable(table: TableName, name: string, columns: string): Statement
  /** Builds the statement that adds one column, if it is not `alter table … add column …`. */
  addColumn?(name: string, definition: string): string
  /** Limits of exact numbers whose type states none. */
  readonly unstatedDigits?: DigitLimits
  /** Whether numbers inside of the JSON type are rounded. */
  readonly roundsJson?: boolean
  /** Builds the statement that makes a column of rounded numbers one of exact numbers. */
  widenColumn?(name: string, column: string): string
  /**
   * Selects whether the user `canCreate` tables in the schema and `canAddColumns` to the table, as
   * 1, 0, or null where the service does not tell; no row if there is no such schema. Absent for
   * services that are not asked.
   */
  rights?(table: TableName): Statement
  /** Selects a row if the schema in the settings exists. Absent where they name none. */
  readonly findSchema?: Statement
  /** Maximum length of a name, if there is one. */
  readonly nameLimit?: NameLimit
  readonly atomic: ByTransaction | ByMerge
  /**
   * Builds a statement that inserts several rows, where a service does not support a list of
   * values.
   */
  insert?(target: string, tuples: readonly string[]): string
  /** Maximum number of values in one statement. */
  readonly maxValues: number
  /** Schema of tables that are named without one. */
  readonly schema?: string | undefined
  /** Maximum number of rows that one statement adds, if there is such a limit. */
  readonly maxRows?: number
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

/** Returns a plain name in capitals, as services store names that were not quoted. */
export const inCapitals = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name.toUpperCase() : name
