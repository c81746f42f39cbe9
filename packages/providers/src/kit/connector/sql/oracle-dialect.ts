import { ServiceFailure } from '../service-failure.ts'
import { type Dialect, inCapitals } from './dialect.ts'
import { oracleRules } from './statement-rules.ts'

function quote(name: string): string {
  // Oracle has no escape for a quotation mark inside a name.
  if (/["\0]/.test(name))
    throw new ServiceFailure('refused', `A name cannot contain a double quote: ${name}.`)
  return `"${inCapitals(name)}"`
}

/** A row with the key exists, or two sessions are deadlocked. */
const conflictCodes: ReadonlySet<unknown> = new Set([1, 60, 8177])

export const oracleDialect: Dialect = {
  quote,
  value: (index) => `:${index}`,
  types: {
    text: 'clob',
    whole: 'number(19,0)',
    number: 'number',
    decimal: 'number',
    truth: 'number(1,0)',
    date: 'date',
    time: 'timestamp(3) with time zone',
    json: 'clob',
  },
  keyText: 'varchar2(255 char)',
  isConflict: (error) => conflictCodes.has((error as { errorNum?: unknown }).errorNum),
  tables: ({ limit, offset }) => ({
    sql: `select owner as "schema", table_name as "name" from (
        select owner, table_name from all_tables union all select owner, view_name from all_views)
      where owner not in (select username from all_users where oracle_maintained = 'Y')
      order by 1, 2 offset :1 rows fetch next :2 rows only`,
    values: [offset, limit],
  }),
  columns: ({ schema, name }) => ({
    sql: `select column_name as "name", decode(nullable, 'Y', 'YES', 'NO') as "nullable",
        case when data_type = 'NUMBER' and data_precision is not null
          then 'NUMBER(' || data_precision || ',' || data_scale || ')' else data_type end as "type"
      from all_tab_columns
      where owner = nvl(:1, sys_context('userenv', 'current_schema')) and table_name = :2
      order by column_id`,
    values: [schema === undefined ? null : inCapitals(schema), inCapitals(name)],
  }),
  reads: oracleRules,
  unstatedDigits: { precision: 38, scale: 38 },
  // Older versions do not support “if not exists”.
  createTable: (_, name, columns) => ({
    sql: `begin execute immediate '${`create table ${name} (${columns})`.replaceAll("'", "''")}';
      exception when others then if sqlcode <> -955 then raise; end if; end;`,
    values: [],
  }),
  addColumn: (name, definition) => `alter table ${name} add (${definition})`,
  // Version 12.2 allows this; earlier ones allow 30 bytes and refuse longer names themselves.
  nameLimit: { max: 128, unit: 'bytes' },
  atomic: {
    by: 'transaction',
    commit: 'commit',
    rollback: 'rollback',
    // Long texts are compared by their first characters.
    equalsExpression: (column, placeholder, type) =>
      /clob/i.test(type)
        ? `to_char(substr(${column}, 1, 1000)) = substr(${placeholder}, 1, 1000)`
        : `${column} = ${placeholder}`,
  },
  // Older versions accept only one row in a list of values.
  insert: (target, tuples) =>
    tuples.length === 1
      ? `insert ${target} values ${tuples[0]}`
      : `insert all ${tuples.map((one) => `${target} values ${one}`).join(' ')} select 1 from dual`,
  maxValues: 900,
}
