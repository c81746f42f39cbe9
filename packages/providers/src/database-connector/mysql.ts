import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { portText } from '../kit/connector/port.ts'
import { connectMysql, explainMysql, mysqlDialect } from '../kit/connector/sql/mysql.ts'
import { openSql } from '../kit/connector/sql/open-sql.ts'
import { secret, text } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'MySQL Database',
  connectorName: 'MySQL database',
  fields: {
    host: text({
      title: 'Host',
      prefill: 'localhost',
      description: 'The host name or IP address of the server.',
    }),
    port: portText('3306'),
    database: text({ title: 'Database', prefill: '', description: 'The name of the database.' }),
    user: text({ title: 'User', prefill: 'root', description: 'The user to sign in as.' }),
    password: secret({
      title: 'Password',
      prefill: '',
      description: 'The user’s password.',
    }).default(''),
  },
  alsoRequired: ['password'],
})

export const mysql = defineConnector({
  id: 'mysql|db709852-fa51-4aa6-9b91-afc45f111bec',
  kind: 'database-connector',
  name: 'MySQL',
  description: 'Tables in a MySQL database.',
  icon: '/icons/connector-icons/MySql.png',
  settings,
  hints: {
    unauthorised: 'Check “User” and “Password”.',
    'not-found': 'Check “Database”.',
    unreachable: 'Check “Host” and “Port”.',
  },
  translate: explainMysql,
  open: ({ port, ...rest }, context) => {
    const place = { ...rest, port: Number(port), isEncrypted: false }
    return openSql({
      dialect: mysqlDialect(rest.database),
      call: context.call,
      connect: (signal) => connectMysql(place, context, signal),
    })
  },
})
