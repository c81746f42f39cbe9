type Stoppable = { readonly signal?: AbortSignal | undefined }

/**
 * Type of a column in our terms, whatever the service calls it. A `decimal` is exact, and a `date`
 * is a day without a time.
 */
export type CellKind = 'text' | 'whole' | 'number' | 'decimal' | 'truth' | 'date' | 'time' | 'json'

/** The database does not allow longer names of tables and columns. */
export type NameLimit = { readonly max: number; readonly unit: 'bytes' | 'characters' }

/** What the user of the connection may do to a table and the schema that it is in; null if unknown. */
export type TableRights = {
  readonly canCreate: boolean | null
  readonly canAddColumns: boolean | null
}

/** Digits that a number can have, and how many of them behind the point. */
export type DigitLimits = { readonly precision: number; readonly scale: number }

export type NewColumn = { readonly name: string; readonly kind: CellKind }

export type TableColumn = {
  readonly name: string
  /** Type name as the service reports it. */
  readonly type: string
  /** Our type for it, or null if the service's type does not make that clear. */
  readonly kind: CellKind | null
  readonly isNullable: boolean
  /** Longer numbers would be rounded or refused; absent where the service states no limit. */
  readonly digits?: DigitLimits | undefined
  /** The service rounds long numbers inside of JSON. */
  readonly roundsJson?: boolean | undefined
}

/** `schema` is absent where the settings or the service say which one is meant. */
export type TableName = { readonly schema?: string | undefined; readonly name: string }

export type TableEntry = { readonly schema: string | null; readonly name: string }

/** Times are `Date`; days, long numbers and JSON are strings. */
export type CellValue = string | number | boolean | Date | null

export type NewRow = Readonly<Record<string, CellValue>>

/** Rows of one table that take the place of all its rows with the same key. */
export type RowReplacement = {
  readonly table: TableName
  /** The key columns and their values, which all of `rows` have. */
  readonly key: NewRow
  /** None, if the rows with this key are only deleted. */
  readonly rows: readonly NewRow[]
}

/** A table, or a statement that only selects. */
export type RowsQuery = { readonly table: TableName } | { readonly statement: string }

/** Some rows of a result; each has a text or null for each column. */
export type RowsPage = {
  readonly names: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

export type ReadLimits = {
  /** Time until the next rows arrive. */
  readonly waitSeconds: number
  /** Time until the last row has arrived, which the server also enforces. */
  readonly seconds: number
}

/**
 * Tables of a service. Names are quoted as they are and never read as SQL. Every method throws
 * `ProviderError`.
 */
export type DatabaseConnector = {
  /** It is absent where names have no limit. */
  readonly nameLimit?: NameLimit | undefined
  /** Makes one cheap call that proves the settings. */
  check(options?: Stoppable): Promise<void>
  /** Lists all tables that the settings give access to, in pages. */
  listTables(options?: Stoppable): AsyncIterable<readonly TableEntry[]>
  /** Returns `undefined` if there is no such table. */
  listColumns(table: TableName, options?: Stoppable): Promise<readonly TableColumn[] | undefined>
  /**
   * Tells whether tables can be created and columns can be added, without changing anything.
   * Returns `undefined` for services that are not asked. Where the schema of the table does not exist,
   * it throws `not-found`.
   */
  findRights(table: TableName, options?: Stoppable): Promise<TableRights | undefined>
  /** Does nothing if the table exists. No two rows have the same values in the `key` columns. */
  createTable(
    table: TableName,
    columns: readonly NewColumn[],
    options?: Stoppable & { readonly key?: readonly string[] | undefined },
  ): Promise<void>
  /** Adds columns that allow null. A column that the table already has is left as it is. */
  addColumns(table: TableName, columns: readonly NewColumn[], options?: Stoppable): Promise<void>
  /**
   * Changes a column of rounded numbers to one of exact numbers of any length, with the values that it
   * has. Absent for services that cannot do that without loss.
   */
  readonly widenColumn?:
    | ((table: TableName, column: string, options?: Stoppable) => Promise<void>)
    | undefined
  /**
   * Adds all rows or none. With a `key`, an existing row with the same key values is replaced, so
   * repeating the call changes nothing.
   */
  insert(
    table: TableName,
    rows: readonly NewRow[],
    options?: Stoppable & { readonly key?: readonly string[] | undefined },
  ): Promise<void>
  /**
   * Makes all replacements in one transaction, or none; repeating the call changes nothing. Absent for services
   * without transactions over several tables.
   */
  readonly replaceRows?:
    | ((replacements: readonly RowReplacement[], options?: Stoppable) => Promise<void>)
    | undefined
  /**
   * Reads rows as texts, in pages of which some may be empty. The statement is checked to select only, and runs in a
   * transaction that cannot write or is rolled back, or after the service has said that it selects. Numbers that
   * would be rounded are refused. Absent for services that cannot be kept from writing.
   */
  readonly readRows?:
    | ((query: RowsQuery, options: Stoppable & ReadLimits) => AsyncIterable<RowsPage>)
    | undefined
  /** Closes open connections. The connector reopens them when it is used again. */
  close(): Promise<void>
}
