import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { type Dialect, inCapitals } from '../kit/connector/sql/dialect.ts'
import { openSql } from '../kit/connector/sql/open-sql.ts'
import { connectSnowflake } from '../kit/connector/sql/snowflake-api.ts'
import { snowflakeProof } from '../kit/connector/sql/snowflake-proof.ts'
import { snowflakeRules } from '../kit/connector/sql/statement-rules.ts'
import { patternText, secret, text } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'Snowflake Data Warehouse',
  connectorName: 'Snowflake warehouse',
  fields: {
    user: text({ title: 'User', prefill: '', description: 'The user to sign in as.' }),
    password: secret({
      title: 'Password',
      prefill: '',
      description:
        'A programmatic access token of the user, or the private key of the user’s key pair. Snowflake does not accept the user’s normal password from programs.',
    }),
    account: patternText(
      {
        title: 'Account',
        prefill: '',
        description: 'The first part of your Snowflake address, such as myorg-myaccount.',
      },
      /^(https:\/\/)?[\w.-]+\/?$/,
      'must look like myorg-myaccount',
    ),
    database: text({ title: 'Database', prefill: '', description: 'The name of the database.' }),
    schema: text({
      title: 'Schema',
      prefill: '',
      description: 'The schema to read and create tables in.',
    }),
    warehouse: text({
      title: 'Warehouse',
      prefill: '',
      description: 'The warehouse that runs the queries.',
    }),
    role: text({ title: 'Role', prefill: '', description: 'The role to use.' }),
  },
})

export const snowflake = defineConnector({
  id: 'snowflake|87c5151e-5e41-420a-b1ea-772d9720929b',
  kind: 'database-connector',
  name: 'Snowflake',
  description: 'Tables in a Snowflake data warehouse.',
  icon: '/icons/connector-icons/Snowflake.png',
  settings,
  hints: {
    unauthorised: 'Check “User”, “Password” and “Role”.',
    'not-found': 'Check “Account”, “Database”, “Schema” and “Warehouse”.',
    unreachable: 'Check “Account”.',
  },
  open: ({ account: accountAddress, user, password, ...rest }, { call, fetch }) => {
    const account = accountAddress
      .replace(/^https:\/\//, '')
      .replace(/(\.snowflakecomputing\.com)?\/?$/, '')
    const host = `${account.replaceAll('_', '-')}.snowflakecomputing.com`
    const authHeaders = snowflakeProof({ account, user, password })
    return openSql({
      dialect: dialectIn(rest),
      call,
      connect: async (signal) => connectSnowflake({ host, ...rest, authHeaders }, fetch, signal),
    })
  },
})

const dialectIn = ({ schema }: { readonly schema: string }): Dialect => ({
  quote: (name) => `"${inCapitals(name).replaceAll('"', '""')}"`,
  value: () => '?',
  types: {
    text: 'varchar',
    whole: 'number(38,0)',
    number: 'float',
    // Without a scale, Snowflake would round to whole numbers.
    decimal: 'number(38,10)',
    truth: 'boolean',
    date: 'date',
    time: 'timestamp_tz',
    json: 'variant',
  },
  isConflict: () => false,
  tables: ({ limit, offset }) => ({
    sql: `select table_schema as "schema", table_name as "name" from information_schema.tables
      where table_schema = ? order by 1, 2 limit ${Number(limit)} offset ${Number(offset)}`,
    values: [inCapitals(schema)],
  }),
  columns: (table) => ({
    sql: `select column_name as "name", is_nullable as "nullable", case data_type
        when 'NUMBER' then 'NUMBER(' || numeric_precision || ',' || numeric_scale || ')'
        else data_type end as "type"
      from information_schema.columns where table_schema = ? and table_name = ?
      order by ordinal_position`,
    values: [inCapitals(table.schema ?? schema), inCapitals(table.name)],
  }),
  createTable: (_, name, columns) => ({
    sql: `create table if not exists ${name} (${columns})`,
    values: [],
  }),
  reads: snowflakeRules,
  findSchema: {
    sql: 'select 1 as "found" from information_schema.schemata where schema_name = ?',
    values: [inCapitals(schema)],
  },
  nameLimit: { max: 255, unit: 'characters' },
  atomic: {
    by: 'merge',
    cast: (placeholder, type) => {
      // A time of day in the text is not part of the date.
      if (/^date$/i.test(type)) return `cast(left(${placeholder}, 10) as date)`
      if (/^(variant|object|array)$/i.test(type)) return `parse_json(${placeholder})`
      return /^[\w ]+(\(\d+(,\d+)?\))?$/.test(type)
        ? `cast(${placeholder} as ${type})`
        : placeholder
    },
  },
  maxValues: 15_000,
  schema,
})
