import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { portText } from '../kit/connector/port.ts'
import { connectMysql, explainMysql, mysqlDialect } from '../kit/connector/sql/mysql.ts'
import { openSql } from '../kit/connector/sql/open-sql.ts'
import { flag, secret, text } from '../kit/fields.ts'

const settings = connectorSettings({
  title: 'MariaDB Database',
  connectorName: 'MariaDB database',
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
    sslEnabled: flag({
      title: 'Enable SSL',
      description: 'Encrypts the connection. The server must have a trusted certificate.',
    }),
  },
  alsoRequired: ['password'],
})

export const mariadb = defineConnector({
  id: 'mariadb|146b0124-b9fc-466f-8e68-098ff60703e8',
  kind: 'database-connector',
  name: 'MariaDB',
  description: 'Tables in a MariaDB database.',
  icon: '/icons/connector-icons/MariaDB.png',
  settings,
  hints: {
    unauthorised: 'Check “User” and “Password”.',
    'not-found': 'Check “Database”.',
    unreachable: 'Check “Host” and “Port”.',
  },
  translate: explainMysql,
  open: ({ sslEnabled, port, ...rest }, context) => {
    const place = { ...rest, port: Number(port), isEncrypted: sslEnabled }
    return openSql({
      dialect: mysqlDialect(rest.database),
      call: context.call,
      connect: (signal) => connectMysql(place, context, signal),
    })
  },
})
