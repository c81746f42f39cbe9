import { z } from 'zod'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { portText } from '../kit/connector/port.ts'
import type { Dialect } from '../kit/connector/sql/dialect.ts'
import { openSql } from '../kit/connector/sql/open-sql.ts'
import { connectPostgres, explainPostgres, postgresDialect } from '../kit/connector/sql/postgres.ts'
import { redshiftRules } from '../kit/connector/sql/statement-rules.ts'
import { secret, text } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'Redshift Database',
  connectorName: 'Redshift database',
  fields: {
    host: text({ title: 'Host', prefill: '', description: 'The endpoint of the cluster.' }),
    port: portText('').pipe(z.coerce.number()),
    database: text({ title: 'Database', prefill: '', description: 'The name of the database.' }),
    schema: text({
      title: 'Schema',
      description: 'The schema to read and create tables in. Leave it empty to use “public”.',
    }).optional(),
    user: text({ title: 'User', prefill: '', description: 'The user to sign in as.' }),
    password: secret({ title: 'Password', prefill: '', description: 'The user’s password.' }),
  },
})

export const redshift = defineConnector({
  id: 'redshift|6c6af35c-9498-4bd6-9258-23b5337e068b',
  kind: 'database-connector',
  name: 'Redshift',
  description: 'Tables in an Amazon Redshift database.',
  icon: '/icons/connector-icons/Redshift.png',
  settings,
  hints: {
    unauthorised: 'Check “User” and “Password”.',
    'not-found': 'Check “Database”.',
    unreachable: 'Check “Host” and “Port”.',
  },
  translate: explainPostgres,
  open: ({ schema, ...rest }, context) => {
    const place = { ...rest, encryption: 'prefer' as const }
    return openSql({
      dialect: dialectIn(schema),
      call: context.call,
      connect: (signal) => connectPostgres(place, context, signal),
    })
  },
})

function dialectIn(schema: string | undefined): Dialect {
  const postgres = postgresDialect(schema, {
    text: 'varchar(65535)',
    whole: 'bigint',
    number: 'double precision',
    // Without a precision, Redshift would round to whole numbers.
    decimal: 'numeric(38,10)',
    truth: 'boolean',
    date: 'date',
    time: 'timestamptz',
    // Redshift's type for structures does not accept plain text.
    json: 'varchar(65535)',
  })
  // Redshift does not enforce keys, so the table is locked.
  const lock = (name: string) => `lock table ${name}`
  const { rights, ...shared } = postgres
  return {
    ...shared,
    reads: redshiftRules,
    nameLimit: { max: 127, unit: 'bytes' },
    atomic: { by: 'transaction', begin: 'begin', commit: 'commit', rollback: 'rollback', lock },
  }
}
