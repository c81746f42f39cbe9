import type { NewRow, TableColumn } from '@recto/provider-spec/database-connector'
import { ServiceFailure } from '../service-failure.ts'
import { type Dialect, holder, type SqlSession, type Statement } from './dialect.ts'
import { mergeRows } from './merge-rows.ts'

type InsertTarget = {
  readonly session: SqlSession
  readonly dialect: Dialect
  /** Quoted table name for a statement. */
  readonly name: string
  /** Loads the columns; called only when values need explicit types. */
  columns(): Promise<readonly TableColumn[] | undefined>
}

type RowBatch = {
  readonly rows: readonly NewRow[]
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

const maxAttempts = 5

/** Adds all rows or none. With a key, existing rows are replaced. */
export async function insertRows(
  target: InsertTarget,
  rows: readonly NewRow[],
  key: readonly string[] = [],
): Promise<void> {
  const columns = columnsIn(rows)
  if (columns.length === 0)
    throw new ServiceFailure('refused', 'A row must have at least one column.')
  if (!key.every((name) => columns.includes(name))) {
    throw new ServiceFailure('refused', 'Each row must include all key columns.')
  }
  const batch = { rows, columns, key }
  await retryOnConflict(target.dialect, key.length > 0 ? maxAttempts : 1, () =>
    write(target, batch),
  )
}

async function write(
  { session, dialect, name, columns }: InsertTarget,
  batch: RowBatch,
): Promise<void> {
  const { atomic } = dialect
  if (atomic.by === 'transaction') {
    const { equalsExpression } = atomic
    const tableColumns = equalsExpression && batch.key.length > 0 ? await columns() : undefined
    const typeOf = (column: string) => tableColumns?.find((one) => one.name === column)?.type ?? ''
    const equals = (column: string, placeholder: string) =>
      equalsExpression?.(dialect.quote(column), placeholder, typeOf(column)) ??
      `${dialect.quote(column)} = ${placeholder}`
    return insertWithin({ session, dialect, name, equals }, atomic, batch)
  }
  const tableColumns = await columns()
  if (!tableColumns) throw new ServiceFailure('not-found', `The table ${name} does not exist.`)
  await session.run(mergeRows({ dialect, atomic, name, tableColumns }, batch))
}

/**
 * Retries when another writer inserted the same row concurrently: the next attempt finds its row
 * and replaces it.
 */
async function retryOnConflict(
  dialect: Dialect,
  times: number,
  run: () => Promise<void>,
): Promise<void> {
  for (let left = times; ; left--) {
    try {
      return await run()
    } catch (error) {
      if (left === 1 || !dialect.isConflict(error)) throw error
    }
  }
}

type TransactionTarget = Omit<InsertTarget, 'columns'> & {
  /** Returns the condition that a column has the value of a placeholder. */
  equals(column: string, placeholder: string): string
}

async function insertWithin(
  target: TransactionTarget,
  { begin, commit, rollback, lock }: Extract<Dialect['atomic'], { by: 'transaction' }>,
  { rows, columns, key }: RowBatch,
): Promise<void> {
  const { session, dialect, name } = target
  if (begin !== undefined) await session.run(plain(begin))
  try {
    if (lock && key.length > 0) await session.run(plain(lock(name)))
    for (const row of key.length > 0 ? rows : [])
      await session.run(deleteStatement(target, row, key))
    for (const batch of inBatches(rows, columns.length, dialect)) {
      await session.run(insertStatement(target, batch, columns))
    }
    await session.run(plain(commit))
  } catch (error) {
    await session.run(plain(rollback)).catch(() => undefined)
    throw error
  }
}

const plain = (sql: string): Statement => ({ sql, values: [] })

/** Returns the columns of all rows; a row without a column has null there. */
const columnsIn = (rows: readonly NewRow[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
]

function inBatches(
  rows: readonly NewRow[],
  width: number,
  { maxValues, maxRows = 1000 }: Dialect,
): readonly (readonly NewRow[])[] {
  const size = Math.max(1, Math.min(maxRows, Math.floor(maxValues / width)))
  const batches = []
  for (let index = 0; index < rows.length; index += size)
    batches.push(rows.slice(index, index + size))
  return batches
}

function insertStatement(
  { dialect, name }: TransactionTarget,
  rows: readonly NewRow[],
  columns: readonly string[],
): Statement {
  const { values, hold } = holder(dialect)
  const tuples = rows.map((row) => `(${columns.map((one) => hold(row[one] ?? null)).join(', ')})`)
  const intoClause = `into ${name} (${columns.map((one) => dialect.quote(one)).join(', ')})`
  const sql =
    dialect.insert?.(intoClause, tuples) ?? `insert ${intoClause} values ${tuples.join(', ')}`
  return { sql, values }
}

function deleteStatement(
  { dialect, name, equals }: TransactionTarget,
  row: NewRow,
  key: readonly string[],
): Statement {
  const { values, hold } = holder(dialect)
  const conditions = key.map((one) => equals(one, hold(row[one] ?? null)))
  return { sql: `delete from ${name} where ${conditions.join(' and ')}`, values }
}
