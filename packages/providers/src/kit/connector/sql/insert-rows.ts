import type { NewRow, RowReplacement, TableColumn } from '@recto/provider-spec/database-connector'
import { ServiceFailure } from '../service-failure.ts'
import { type Dialect, holder, type SqlSession, type Statement } from './dialect.ts'
import { mergeRows } from './merge-rows.ts'

type Transaction = Extract<Dialect['atomic'], { by: 'transaction' }>

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

/** Replaces rows of several tables in one transaction, and again if another session has written the same rows. */
export async function replaceTogether(
  replacements: readonly (Omit<RowReplacement, 'table'> & { readonly target: InsertTarget })[],
  session: SqlSession,
  dialect: Dialect & { readonly atomic: Transaction },
): Promise<void> {
  const preparedReplacements = await Promise.all(
    replacements.map(async ({ target, key, rows }) => ({
      key,
      rows,
      columns: columnsIn(rows),
      target: await toTransactionTarget(target, dialect.atomic, Object.keys(key)),
    })),
  )
  const lockedTargets = preparedReplacements.map(({ target }) => target)
  await retryOnConflict(dialect, maxAttempts, () =>
    withinTransaction(session, dialect.atomic, lockedTargets, async () => {
      for (const { target, key } of preparedReplacements)
        await session.run(deleteStatement(target, key, Object.keys(key)))
      for (const { target, rows, columns } of preparedReplacements)
        await insertAll(target, rows, columns)
    }),
  )
}

async function toTransactionTarget(
  { session, dialect, name, columns }: InsertTarget,
  { equalsExpression }: Transaction,
  key: readonly string[],
): Promise<TransactionTarget> {
  const tableColumns = equalsExpression && key.length > 0 ? await columns() : undefined
  const typeOf = (column: string) => tableColumns?.find((one) => one.name === column)?.type ?? ''
  const equals = (column: string, placeholder: string) =>
    equalsExpression?.(dialect.quote(column), placeholder, typeOf(column)) ??
    `${dialect.quote(column)} = ${placeholder}`
  return { session, dialect, name, equals }
}

async function write(target: InsertTarget, batch: RowBatch): Promise<void> {
  const { session, dialect, name, columns } = target
  const { atomic } = dialect
  if (atomic.by === 'transaction')
    return insertWithin(await toTransactionTarget(target, atomic, batch.key), atomic, batch)
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
  atomic: Transaction,
  { rows, columns, key }: RowBatch,
): Promise<void> {
  const { session } = target
  const isKeyed = key.length > 0
  await withinTransaction(session, atomic, isKeyed ? [target] : [], async () => {
    for (const row of isKeyed ? rows : []) await session.run(deleteStatement(target, row, key))
    await insertAll(target, rows, columns)
  })
}

async function withinTransaction(
  session: SqlSession,
  { begin, commit, rollback, lock }: Transaction,
  lockedTargets: readonly TransactionTarget[],
  run: () => Promise<void>,
): Promise<void> {
  if (begin !== undefined) await session.run(plain(begin))
  try {
    if (lock) for (const { name } of lockedTargets) await session.run(plain(lock(name)))
    await run()
    await session.run(plain(commit))
  } catch (error) {
    await session.run(plain(rollback)).catch(() => undefined)
    throw error
  }
}

async function insertAll(
  target: TransactionTarget,
  rows: readonly NewRow[],
  columns: readonly string[],
): Promise<void> {
  for (const batch of inBatches(rows, columns.length, target.dialect))
    await target.session.run(insertStatement(target, batch, columns))
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
