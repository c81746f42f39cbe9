import { z } from 'zod'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { portText } from '../kit/connector/port.ts'
import { connectMssql, explainMssql, mssqlDialect } from '../kit/connector/sql/mssql.ts'
import { openSql } from '../kit/connector/sql/open-sql.ts'
import { secret, text } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'MSSQL Database',
  connectorName: 'MSSQL database',
  fields: {
    server: text({ title: 'Server', description: 'The host name or IP address of the server.' }),
    port: portText('1433').pipe(z.coerce.number()),
    database: text({ title: 'Database', prefill: '', description: 'The name of the database.' }),
    user: text({ title: 'User', description: 'The user to sign in as.' }),
    password: secret({ title: 'Password', prefill: '', description: 'The user’s password.' }),
  },
})

export const mssql = defineConnector({
  id: 'mssql|6c6af35c-9498-4bd6-9258-23b5337e068b',
  kind: 'database-connector',
  name: 'MSSQL',
  description: 'Tables in a Microsoft SQL Server or Azure SQL database.',
  icon: '/icons/connector-icons/MSSQL.png',
  settings,
  hints: {
    unauthorised: 'Check “User” and “Password”.',
    'not-found': 'Check “Database”.',
    unreachable: 'Check “Server” and “Port”.',
    'timed-out': 'Check “Server” and “Port”.',
  },
  translate: explainMssql,
  open: (place, context) =>
    openSql({
      dialect: mssqlDialect,
      call: context.call,
      connect: (signal) => connectMssql(place, context, signal),
    }),
})
