import { z } from 'zod'
import { alternativeSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { portNumber, portText } from '../kit/connector/port.ts'
import { ServiceFailure } from '../kit/connector/service-failure.ts'
import { openSql } from '../kit/connector/sql/open-sql.ts'
import {
  connectPostgres,
  explainPostgres,
  type PostgresPlace,
  postgresDialect,
} from '../kit/connector/sql/postgres.ts'
import { secret, text } from '../kit/fields.ts'

const url = {
  connection_url: secret({
    title: 'Connection URL',
    prefill: '',
    description:
      'For example, postgresql://user:password@host:5432/database. It is stored encrypted, like a password.',
  }),
}

const parts = {
  host: text({ title: 'Host', description: 'The host name or IP address of the server.' }),
  port: portText('5432'),
  database: text({
    title: 'Database',
    prefill: 'postgres',
    description: 'The name of the database.',
  }),
  schema: text({
    title: 'Schema',
    description: 'The schema to read and create tables in. Leave it empty to use “public”.',
  }).optional(),
  user: text({ title: 'User', prefill: 'postgres', description: 'The user to sign in as.' }),
  password: secret({ title: 'Password', prefill: '', description: 'The user’s password.' }),
}

const settings = alternativeSettings({
  title: 'PostgreSQL Database',
  connectorName: 'PostgreSQL database',
  fields: {},
  oneOf: [
    // Forms open with the first one, which people can fill in without knowing how such a URL is written.
    { title: 'Postgres Params', fields: parts },
    { title: 'Postgres URL', fields: url },
  ],
  shape: z
    .object({
      connection_url: z.string().optional(),
      host: z.string().optional(),
      port: portNumber.default(5432),
      database: z.string().default('postgres'),
      schema: z.string().optional(),
      user: z.string().default('postgres'),
      password: z.string().default(''),
    })
    .refine(({ connection_url, host }) => connection_url !== undefined || host !== undefined, {
      path: ['Host'],
      error: 'or “Connection URL” is required',
    })
    .refine(({ connection_url: address }) => address === undefined || isAddress(address), {
      path: ['connection_url'],
      error: 'must look like postgresql://user:password@host:5432/database',
    }),
})

export const postgresql = defineConnector({
  id: 'postgresql|6db35f45-be11-4fd5-80c5-85c48183afbb',
  kind: 'database-connector',
  name: 'PostgreSQL',
  description: 'Tables in a PostgreSQL database.',
  icon: '/icons/connector-icons/Postgresql.png',
  settings,
  hints: {
    unauthorised: 'Check “User” and “Password”.',
    'not-found': 'Check “Database”.',
    unreachable: 'Check “Host” and “Port”.',
  },
  translate: explainPostgres,
  open: (values, context) => {
    const place = placeOf(values)
    return openSql({
      dialect: postgresDialect(values.schema ?? schemaIn(values.connection_url)),
      call: context.call,
      connect: (signal) => connectPostgres(place, context, signal),
    })
  },
})

function placeOf(values: z.output<(typeof settings)['shape']>): PostgresPlace {
  if (values.connection_url === undefined) {
    const { host = '', port, database, user, password } = values
    return { host, port, database, user, password, encryption: 'prefer' }
  }
  const address = URL.parse(values.connection_url)
  if (!address) throw new ServiceFailure('settings-invalid', 'Connection URL is not a valid URL.')
  const { hostname, port, pathname, username, password } = address
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 5432 : Number(port),
    database: decodeURIComponent(pathname.slice(1)) || 'postgres',
    user: decodeURIComponent(username) || 'postgres',
    password: decodeURIComponent(password),
    encryption: encryptionOf(address.searchParams.get('sslmode')),
  }
}

function encryptionOf(mode: string | null): PostgresPlace['encryption'] {
  if (mode === 'disable') return 'disable'
  if (mode === 'require') return 'require'
  return mode === 'verify-ca' || mode === 'verify-full' ? 'verify' : 'prefer'
}

const schemaIn = (address: string | undefined) =>
  (address && URL.parse(address)?.searchParams.get('schema')) || undefined

function isAddress(text: string): boolean {
  const address = URL.parse(text)
  return (
    address !== null &&
    ['postgres:', 'postgresql:'].includes(address.protocol) &&
    address.hostname !== ''
  )
}
