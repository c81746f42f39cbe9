import type { NewRow, TableColumn } from '@recto/provider-spec/database-connector'
import { ServiceFailure } from '../service-failure.ts'
import { type Dialect, holder, type Statement } from './dialect.ts'

type Into = {
  readonly dialect: Dialect
  readonly atomic: Extract<Dialect['atomic'], { by: 'merge' }>
  readonly name: string
  /** The columns that the table has. */
  readonly known: readonly TableColumn[]
}

type Rows = {
  readonly rows: readonly NewRow[]
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

/** One statement that adds or replaces all rows. */
export function mergeRows({ dialect, atomic, name, known }: Into, given: Rows): Statement {
  const { rows, columns, key } = given
  if (rows.length * columns.length > dialect.mostValues) {
    throw new ServiceFailure('refused', `At most ${dialect.mostValues} values are added at once.`)
  }
  const { quote } = dialect
  const { values, hold } = holder(dialect)
  const types = columns.map((one) => typeOf(dialect, known, one))
  const select = (row: NewRow) =>
    columns.map(
      (one, index) => `${atomic.as(hold(row[one] ?? null), types[index] ?? '')} as ${quote(one)}`,
    )
  const source = rows.map((row) => `select ${select(row).join(', ')}`).join(' union all ')
  const named = columns.map(quote).join(', ')
  if (key.length === 0) return { sql: `insert into ${name} (${named}) ${source}`, values }
  const same = key.map((one) => `t.${quote(one)} = s.${quote(one)}`).join(' and ')
  const sql = [
    `merge into ${name} t using (${source}) s on ${same}`,
    ...replacement(dialect, given),
    `when not matched then insert (${named})`,
    `values (${columns.map((one) => `s.${quote(one)}`).join(', ')})`,
  ]
  return { sql: sql.join(' '), values }
}

/** A row that is nothing but its key stays as it is. */
function replacement({ quote }: Dialect, { columns, key }: Rows): readonly string[] {
  const rest = columns.filter((one) => !key.includes(one)).map(quote)
  if (rest.length === 0) return []
  return [`when matched then update set ${rest.map((one) => `${one} = s.${one}`).join(', ')}`]
}

function typeOf({ quote }: Dialect, known: readonly TableColumn[], name: string): string {
  const column = known.find((one) => quote(one.name) === quote(name))
  if (!column) throw new ServiceFailure('refused', `The table has no column “${name}”.`)
  return column.type
}
