type Stoppable = { readonly signal?: AbortSignal | undefined }

/** Type of a column in our terms, whatever the service calls it. */
export type CellKind = 'text' | 'whole' | 'number' | 'truth' | 'time' | 'json'

type NewColumn = { readonly name: string; readonly kind: CellKind }

export type TableColumn = {
  readonly name: string
  /** Type name as the service reports it. */
  readonly type: string
  /** Our type for it, or null if the service's type does not make that clear. */
  readonly kind: CellKind | null
  readonly isNullable: boolean
}

/** `schema` is absent where the settings or the service say which one is meant. */
export type TableName = { readonly schema?: string | undefined; readonly name: string }

export type TableEntry = { readonly schema: string | null; readonly name: string }

/** Times are `Date`; JSON is already serialized to a string. */
export type CellValue = string | number | boolean | Date | null

export type NewRow = Readonly<Record<string, CellValue>>

/**
 * Tables of a service. Names are quoted as they are and never read as SQL. Every method throws
 * `ProviderError`.
 */
export type DatabaseConnector = {
  /** Makes one cheap call that proves the settings. */
  check(options?: Stoppable): Promise<void>
  /** Lists all tables that the settings give access to, in pages. */
  listTables(options?: Stoppable): AsyncIterable<readonly TableEntry[]>
  /** Returns `undefined` if there is no such table. */
  listColumns(table: TableName, options?: Stoppable): Promise<readonly TableColumn[] | undefined>
  /** Does nothing if the table exists. No two rows have the same values in the `key` columns. */
  createTable(
    table: TableName,
    columns: readonly NewColumn[],
    options?: Stoppable & { readonly key?: readonly string[] | undefined },
  ): Promise<void>
  /**
   * Adds all rows or none. With a `key`, an existing row with the same key values is replaced, so
   * repeating the call changes nothing.
   */
  insert(
    table: TableName,
    rows: readonly NewRow[],
    options?: Stoppable & { readonly key?: readonly string[] | undefined },
  ): Promise<void>
  /** Closes open connections. The connector reopens them when it is used again. */
  close(): Promise<void>
}
