type Stoppable = { readonly signal?: AbortSignal | undefined }

/** What a column of ours may hold, whatever a service calls it. */
export type CellKind = 'text' | 'whole' | 'number' | 'truth' | 'time' | 'json'

type NewColumn = { readonly name: string; readonly kind: CellKind }

export type TableColumn = {
  readonly name: string
  /** In the service's own words. */
  readonly type: string
  /** What it takes, where that is plain from its type. */
  readonly kind: CellKind | null
  readonly isNullable: boolean
}

/** `schema` is absent where the settings or the service say which one is meant. */
export type TableName = { readonly schema?: string | undefined; readonly name: string }

export type TableEntry = { readonly schema: string | null; readonly name: string }

/** Times as `Date`; texts, JSON already written out, as strings. */
export type CellValue = string | number | boolean | Date | null

export type NewRow = Readonly<Record<string, CellValue>>

/** Tables of a service. Names are taken as they are and quoted, never read as SQL. Every method throws `ProviderError`. */
export type DatabaseConnector = {
  /** One cheap call that proves the settings. */
  check(options?: Stoppable): Promise<void>
  /** All tables that the settings let one see, in pages. */
  listTables(options?: Stoppable): AsyncIterable<readonly TableEntry[]>
  /** `undefined` when there is no such table. */
  listColumns(table: TableName, options?: Stoppable): Promise<readonly TableColumn[] | undefined>
  /** Does nothing when there is one already. Two rows of it never have the same values in the columns of its `key`. */
  createTable(
    table: TableName,
    columns: readonly NewColumn[],
    options?: Stoppable & { readonly key?: readonly string[] | undefined },
  ): Promise<void>
  /**
   * Adds all rows or none. With a `key`, the values of those columns tell which row is which: a row that is there
   * is replaced, so that the same call again changes nothing.
   */
  insert(
    table: TableName,
    rows: readonly NewRow[],
    options?: Stoppable & { readonly key?: readonly string[] | undefined },
  ): Promise<void>
  /** Ends connections that are kept open. It opens anew by itself. */
  close(): Promise<void>
}
