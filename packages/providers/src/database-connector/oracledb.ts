import { z } from 'zod'
import { connectorSettings } from '../kit/connector/connector-settings.ts'
import { defineConnector } from '../kit/connector/define-connector.ts'
import { openSql } from '../kit/connector/sql/open-sql.ts'
import { connectOracle, explainOracle } from '../kit/connector/sql/oracle.ts'
import { oracleDialect } from '../kit/connector/sql/oracle-dialect.ts'
import { secret, text } from '../kit/fields.ts'

const directory = '/opt/OracleCloud/MYDB'

const settings = connectorSettings({
  title: 'Oracle DB database',
  connectorName: 'Oracle database',
  fields: {
    config_dir: text({
      title: 'Connector Directory',
      prefill: directory,
      description:
        'The folder with tnsnames.ora, within those that the operator of the server opened. Needed only where “DSN” is a name in it.',
    }).default(directory),
    user: text({ title: 'User', prefill: 'admin', description: 'Who signs in.' }),
    password: secret({ title: 'Password', prefill: '', description: 'The password of the user.' }),
    dsn: text({
      title: 'DSN',
      prefill: '',
      description: 'Such as db.example.com:1521/service, a description in brackets, or a name.',
    }).pipe(
      z.string().refine((dsn) => !/^config-|wallet|proxy/i.test(dsn), {
        // A setting must not name files or services elsewhere.
        error: 'must name a server and a service, and neither a wallet nor a proxy',
      }),
    ),
    wallet_location: text({
      title: 'Wallet Location',
      prefill: directory,
      description:
        'The folder with ewallet.pem, within those that the operator of the server opened. Needed only for encryption by a wallet.',
    }).default(directory),
    wallet_password: secret({
      title: 'Wallet Password',
      prefill: '',
      description: 'The password of the wallet, where there is one.',
    }).optional(),
  },
  alsoRequired: ['config_dir', 'wallet_location', 'wallet_password'],
})

export const oracledb = defineConnector({
  id: 'oracledb|49e3b4c1-9c34-43fc-89a4-96950821ade0',
  kind: 'database-connector',
  name: 'OracleDB',
  description: 'Tables of an Oracle database.',
  icon: '/icons/connector-icons/Oracle.png',
  settings,
  hints: {
    unauthorised: 'Check “User” and “Password”.',
    'not-found': 'Check “DSN”, or the name of the table.',
    unreachable: 'Check “DSN” and “Wallet Location”.',
  },
  translate: explainOracle,
  open: (values, { call, connect, folders }) => {
    const place = {
      user: values.user,
      password: values.password,
      dsn: values.dsn,
      configDir: values.config_dir,
      walletLocation: values.wallet_location,
      walletPassword: values.wallet_password,
    }
    return openSql({
      dialect: oracleDialect,
      call,
      connect: (signal) => connectOracle(place, { connect, folders }, signal),
    })
  },
})
