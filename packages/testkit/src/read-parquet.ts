import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** DuckDB is too large for every installation, so `npm run setup:test` puts it into a folder of its own. */
const modules = fileURLToPath(new URL('../../../.test-servers/node_modules/', import.meta.url))
const duckdb = join(modules, '@duckdb/node-api/lib/index.js')

export const hasDuckdb = existsSync(duckdb)

type ParquetTable = {
  /** Names of the columns with their types. */
  readonly types: Readonly<Record<string, string>>
  /** The rows, with values as DuckDB's JSON has them. */
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** Reads all Parquet files that match a pattern of paths as one table with DuckDB. Throws if they do not fit together. */
export async function readParquetWithDuckdb(pattern: string): Promise<ParquetTable> {
  const { DuckDBInstance } = await import(pathToFileURL(duckdb).href)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    const path = pattern.replaceAll("'", "''")
    const table = `read_parquet('${path}', union_by_name = true, hive_partitioning = true)`
    const reader = await connection.runAndReadAll(`select * from ${table} order by all`)
    const names: readonly string[] = reader.columnNames()
    const types: readonly unknown[] = reader.columnTypes()
    return {
      types: Object.fromEntries(names.map((name, index) => [name, String(types[index])])),
      rows: reader.getRowObjectsJson(),
    }
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
