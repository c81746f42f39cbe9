/** Where a canned warehouse has its tables: a database that can do what it is asked in the end. */
export type SqlEngine = {
  /** Statements come one by one. Throws an error with the `code` of PostgreSQL. */
  run(sql: string, values: readonly (string | null)[]): Promise<EngineResult>
}

/** A session of its own for a statement that can be cancelled. Its end cancels the statement. */
export type EngineSession = SqlEngine & { end(): Promise<void> }

export type EngineResult = {
  readonly names: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/** `$1` and so on for each question mark. */
export function numbered(sql: string): string {
  let count = 0
  return sql.replaceAll('?', () => `$${++count}`)
}

/** Columns of an engine that runs in PostgreSQL, with the types of the warehouse that it stands for. */
export const columnsView = (types: Readonly<Record<string, string>>): string => `
  create view public.canned_columns as select table_schema, table_name, column_name,
    ordinal_position, is_nullable, 38 as numeric_precision, 0 as numeric_scale,
    case data_type ${Object.entries(types)
      .map(([own, nativeName]) => `when '${own}' then '${nativeName}'`)
      .join(' ')} else upper(data_type) end as data_type
  from information_schema.columns`
