import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { explainGoogleToken, googleProjectIn } from '../kit/connector/google/google-account.ts'
import { ServiceFailure } from '../kit/connector/service-failure.ts'
import { bigqueryTables, connectBigquery, dryRun } from '../kit/connector/sql/bigquery-api.ts'
import type { Dialect } from '../kit/connector/sql/dialect.ts'
import { openSql } from '../kit/connector/sql/open-sql.ts'
import { bigqueryRules } from '../kit/connector/sql/statement-rules.ts'
import { readGoogleAccount, serviceAccount, withGoogleToken } from '../kit/google-access.ts'

const title = 'Credentials'

const settings = connectorSettings({
  title: 'BigQuery Database',
  connectorName: 'BigQuery database',
  fields: { json_credentials: serviceAccount(title) },
})

const quote = (name: string) => `\`${name.replace(/[\\`]/g, '\\$&')}\``

const dialect: Dialect = {
  quote,
  value: () => '?',
  types: {
    text: 'string',
    whole: 'int64',
    number: 'float64',
    decimal: 'bignumeric',
    truth: 'bool',
    date: 'date',
    time: 'timestamp',
    json: 'json',
  },
  afterKey: ' not enforced',
  // Concurrent changes of one table conflict.
  isConflict: (error) => error instanceof ServiceFailure && /concurrent update/.test(error.message),
  // Not used: `listTables` uses the service's own lists.
  tables: () => ({ sql: 'select 1', values: [] }),
  columns: ({ schema, name }) => ({
    sql: `select column_name as name, data_type as type, is_nullable as nullable
      from ${quote(datasetOf(schema))}.INFORMATION_SCHEMA.COLUMNS where table_name = ?
      order by ordinal_position`,
    values: [name],
  }),
  createTable: ({ schema }, name, columns) => {
    datasetOf(schema)
    return { sql: `create table if not exists ${name} (${columns})`, values: [] }
  },
  reads: bigqueryRules,
  unstatedDigits: { precision: 38, scale: 9 },
  nameLimit: { max: 300, unit: 'characters' },
  atomic: {
    by: 'merge',
    cast: (placeholder, type) => {
      // A time of day in the text is not part of the date.
      if (type.toLowerCase() === 'date') return `cast(substr(${placeholder}, 1, 10) as date)`
      if (type.toLowerCase() === 'json') return `parse_json(${placeholder})`
      return /^\w+(\(\d+(, ?\d+)?\))?$/.test(type) ? `cast(${placeholder} as ${type})` : placeholder
    },
  },
  maxValues: 9000,
}

export const bigquery = defineConnector({
  id: 'bigquery|79e1d681-9b8b-4f6b-b972-1a6a095312f4',
  kind: 'database-connector',
  name: 'BigQuery',
  description: 'Tables in the datasets of a Google Cloud project.',
  icon: '/icons/connector-icons/Bigquery.png',
  settings,
  hints: {
    unauthorised: 'Check “Credentials” and the permissions of the service account.',
    'not-found': 'Check “Credentials”, which contain the project, and the table name.',
  },
  translate: explainGoogleToken,
  open: ({ json_credentials: json }, { call, fetch }) => {
    const account = readGoogleAccount(json, title)
    const place = { project: googleProjectIn(json, title), fetch: withGoogleToken(account, fetch) }
    const connect = async (signal: AbortSignal) => connectBigquery(place, signal)
    return {
      ...openSql({ dialect, call, connect }),
      check: (options) => call.step(options, (signal) => dryRun(place, signal)),
      listTables: (options) => call.stream(options, (signal) => bigqueryTables(place, signal)),
    }
  },
})

function datasetOf(schema: string | undefined): string {
  if (schema) return schema
  throw new ServiceFailure('refused', 'Enter the table together with its dataset: dataset.table.')
}
