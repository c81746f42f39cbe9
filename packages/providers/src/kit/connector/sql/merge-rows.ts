import type { NewRow, TableColumn } from '@recto/provider-spec/database-connector'
import { ServiceFailure } from '../service-failure.ts'
import { type Dialect, holder, type Statement } from './dialect.ts'

type MergeTarget = {
  readonly dialect: Dialect
  readonly atomic: Extract<Dialect['atomic'], { by: 'merge' }>
  readonly name: string
  /** The columns that the table has. */
  readonly tableColumns: readonly TableColumn[]
}

type RowBatch = {
  readonly rows: readonly NewRow[]
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

/** Builds one statement that adds or replaces all rows. */
export function mergeRows(
  { dialect, atomic, name, tableColumns }: MergeTarget,
  batch: RowBatch,
): Statement {
  const { rows, columns, key } = batch
  if (rows.length * columns.length > dialect.maxValues) {
    throw new ServiceFailure('refused', `At most ${dialect.maxValues} values can be added at once.`)
  }
  const { quote } = dialect
  const { values, hold } = holder(dialect)
  const types = columns.map((one) => typeOf(dialect, tableColumns, one))
  const select = (row: NewRow) =>
    columns.map(
      (one, index) => `${atomic.cast(hold(row[one] ?? null), types[index] ?? '')} as ${quote(one)}`,
    )
  const source = rows.map((row) => `select ${select(row).join(', ')}`).join(' union all ')
  const columnList = columns.map(quote).join(', ')
  if (key.length === 0) return { sql: `insert into ${name} (${columnList}) ${source}`, values }
  const keyCondition = key.map((one) => `t.${quote(one)} = s.${quote(one)}`).join(' and ')
  const sql = [
    `merge into ${name} t using (${source}) s on ${keyCondition}`,
    ...replacement(dialect, batch),
    `when not matched then insert (${columnList})`,
    `values (${columns.map((one) => `s.${quote(one)}`).join(', ')})`,
  ]
  return { sql: sql.join(' '), values }
}

/** A row that has only key columns needs no update. */
function replacement({ quote }: Dialect, { columns, key }: RowBatch): readonly string[] {
  const rest = columns.filter((one) => !key.includes(one)).map(quote)
  if (rest.length === 0) return []
  return [`when matched then update set ${rest.map((one) => `${one} = s.${one}`).join(', ')}`]
}

function typeOf({ quote }: Dialect, tableColumns: readonly TableColumn[], name: string): string {
  const column = tableColumns.find((one) => quote(one.name) === quote(name))
  if (!column) throw new ServiceFailure('refused', `The table has no column “${name}”.`)
  return column.type
}
