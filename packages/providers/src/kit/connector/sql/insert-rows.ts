import type { NewRow, TableColumn } from '@recto/provider-spec/database-connector'
import { ServiceFailure } from '../service-failure.ts'
import { type Dialect, holder, type SqlSession, type Statement } from './dialect.ts'
import { mergeRows } from './merge-rows.ts'

type Into = {
  readonly session: SqlSession
  readonly dialect: Dialect
  /** Quoted table name for a statement. */
  readonly name: string
  /** Loads the columns; called only when values need explicit types. */
  columns(): Promise<readonly TableColumn[] | undefined>
}

type Rows = {
  readonly rows: readonly NewRow[]
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

const tries = 5

/** Adds all rows or none; with a key, those that are there are replaced. */
export async function insertRows(
  into: Into,
  rows: readonly NewRow[],
  key: readonly string[] = [],
): Promise<void> {
  const columns = columnsIn(rows)
  if (columns.length === 0) throw new ServiceFailure('refused', 'A row without columns is none.')
  if (!key.every((name) => columns.includes(name))) {
    throw new ServiceFailure('refused', 'Each row needs all columns of its key.')
  }
  const given = { rows, columns, key }
  await untilFree(into.dialect, key.length > 0 ? tries : 1, () => write(into, given))
}

async function write({ session, dialect, name, columns }: Into, given: Rows): Promise<void> {
  const { atomic } = dialect
  if (atomic.by === 'transaction') {
    const { same } = atomic
    const known = same && given.key.length > 0 ? await columns() : undefined
    const typeOf = (column: string) => known?.find((one) => one.name === column)?.type ?? ''
    const equals = (column: string, held: string) =>
      same?.(dialect.quote(column), held, typeOf(column)) ?? `${dialect.quote(column)} = ${held}`
    return insertWithin({ session, dialect, name, equals }, atomic, given)
  }
  const known = await columns()
  if (!known) throw new ServiceFailure('not-found', `There is no table ${name}.`)
  await session.run(mergeRows({ dialect, atomic, name, known }, given))
}

/**
 * Retries when another writer inserted the same row concurrently: the next attempt finds its row
 * and replaces it.
 */
async function untilFree(dialect: Dialect, times: number, run: () => Promise<void>): Promise<void> {
  for (let left = times; ; left--) {
    try {
      return await run()
    } catch (error) {
      if (left === 1 || !dialect.isTaken(error)) throw error
    }
  }
}

type Target = Omit<Into, 'columns'> & {
  /** The condition that a column has what is held. */
  equals(column: string, held: string): string
}

async function insertWithin(
  into: Target,
  { begin, commit, rollback, lock }: Extract<Dialect['atomic'], { by: 'transaction' }>,
  { rows, columns, key }: Rows,
): Promise<void> {
  const { session, dialect, name } = into
  if (begin !== undefined) await session.run(plain(begin))
  try {
    if (lock && key.length > 0) await session.run(plain(lock(name)))
    for (const row of key.length > 0 ? rows : []) await session.run(deleted(into, row, key))
    for (const some of inBatches(rows, columns.length, dialect)) {
      await session.run(inserted(into, some, columns))
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
  { mostValues, mostRows = 1000 }: Dialect,
): readonly (readonly NewRow[])[] {
  const size = Math.max(1, Math.min(mostRows, Math.floor(mostValues / width)))
  const batches = []
  for (let index = 0; index < rows.length; index += size)
    batches.push(rows.slice(index, index + size))
  return batches
}

function inserted(
  { dialect, name }: Target,
  rows: readonly NewRow[],
  columns: readonly string[],
): Statement {
  const { values, hold } = holder(dialect)
  const tuples = rows.map((row) => `(${columns.map((one) => hold(row[one] ?? null)).join(', ')})`)
  const into = `into ${name} (${columns.map((one) => dialect.quote(one)).join(', ')})`
  const sql = dialect.insert?.(into, tuples) ?? `insert ${into} values ${tuples.join(', ')}`
  return { sql, values }
}

function deleted(
  { dialect, name, equals }: Target,
  row: NewRow,
  key: readonly string[],
): Statement {
  const { values, hold } = holder(dialect)
  const same = key.map((one) => equals(one, hold(row[one] ?? null)))
  return { sql: `delete from ${name} where ${same.join(' and ')}`, values }
}
