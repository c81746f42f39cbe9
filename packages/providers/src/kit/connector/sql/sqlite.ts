import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CellValue } from '@recto/provider-spec/database-connector'
import { assertOpened, ignoreMissingFile } from '../opened-folders.ts'
import { notFoundError } from '../paths.ts'
import { ServiceFailure } from '../service-failure.ts'
import type { Dialect, ResultRow, SqlSession } from './dialect.ts'
import { readSqliteRows, SqliteError, type SqliteRefusal } from './sqlite-rows.ts'
import { sqliteRules } from './statement-rules.ts'

export type SqliteQuestion = {
  readonly sql: string
  readonly values: readonly (string | number | null)[]
}

export type SqliteAnswer =
  | { readonly rows: readonly ResultRow[] }
  | { readonly refusal: SqliteRefusal }

/** Opens a session with a file, in its own thread that ends with the session. */
export async function connectSqlite(
  path: string,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<SqlSession> {
  const place = resolve(path)
  await assertOpened(place, folders)
  // SQLite would create a missing file.
  const stats = await stat(place).catch(ignoreMissingFile)
  if (!stats?.isFile()) throw notFoundError(place)
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: place })
  // The running statement reports why the thread ended.
  worker.on('error', () => undefined)
  const end = async () => void (await worker.terminate())
  signal.addEventListener('abort', end, { once: true })
  return {
    async run({ sql, values }) {
      worker.postMessage({ sql, values: values.map(toSqlite) } satisfies SqliteQuestion)
      const [answer] = (await once(worker, 'message', { signal })) as [SqliteAnswer]
      if ('refusal' in answer) throw new SqliteError(answer.refusal)
      return answer.rows
    },
    read: (statement, limits) => readSqliteRows({ path: place, statement }, limits, signal),
    async end() {
      signal.removeEventListener('abort', end)
      await end()
    },
  }
}

function toSqlite(value: CellValue): string | number | null {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'boolean' ? Number(value) : value
}

/** A row with the key exists, or the whole file is locked. */
const conflictCodes: ReadonlySet<unknown> = new Set([5, 1555, 2067])

export const sqliteDialect: Dialect = {
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  value: () => '?',
  types: {
    text: 'text',
    whole: 'integer',
    number: 'real',
    decimal: 'numeric',
    truth: 'boolean',
    date: 'date',
    time: 'datetime',
    json: 'json',
  },
  reads: sqliteRules,
  // Longer numbers become floating-point numbers.
  unstatedDigits: { precision: 18, scale: 0 },
  isConflict: (error) => conflictCodes.has((error as SqliteError).errcode),
  tables: ({ limit, offset }) => ({
    sql: `select null as "schema", name from sqlite_schema
      where type in ('table', 'view') and substr(name, 1, 7) <> 'sqlite_'
      order by name limit ? offset ?`,
    values: [limit, offset],
  }),
  columns: ({ name }) => ({
    sql: `select name, type, case when "notnull" = 1 or pk > 0 then 'NO' else 'YES' end as nullable
      from pragma_table_xinfo(?) order by cid`,
    values: [name],
  }),
  createTable: (_, name, columns) => ({
    sql: `create table if not exists ${name} (${columns})`,
    values: [],
  }),
  atomic: { by: 'transaction', begin: 'begin immediate', commit: 'commit', rollback: 'rollback' },
  maxValues: 30_000,
}

const failuresByCode: Readonly<Record<number, ServiceFailure>> = {
  5: new ServiceFailure('unavailable', 'Another program is writing to the file.'),
  6: new ServiceFailure('unavailable', 'Another program is writing to the file.'),
  8: new ServiceFailure(
    'unauthorised',
    'The server does not have permission to write to the file or its folder.',
  ),
  11: new ServiceFailure('refused', 'The file is damaged.'),
  13: new ServiceFailure('unavailable', 'The disk is full.'),
  14: new ServiceFailure('unauthorised', 'The server cannot open the file.'),
  26: new ServiceFailure('refused', 'The file is not a SQLite database.'),
}

/** Explains an error by its number, whose lowest byte is the kind. */
export function explainSqlite(error: unknown): ServiceFailure | undefined {
  const { errcode, message } = error as { errcode?: number; message: string }
  // An error without a number comes from the thread, not from SQLite.
  if (errcode === undefined) return undefined
  const isMissing = /^no such table/.test(message)
  return (
    failuresByCode[errcode & 255] ??
    new ServiceFailure(isMissing ? 'not-found' : 'refused', `${message}.`)
  )
}
