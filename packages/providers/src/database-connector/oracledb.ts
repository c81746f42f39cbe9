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
        'The folder that contains tnsnames.ora. It must be inside a folder that the server’s operator allows. Only needed if “DSN” is a name in that file.',
    }).default(directory),
    user: text({ title: 'User', prefill: 'admin', description: 'The user to sign in as.' }),
    password: secret({ title: 'Password', prefill: '', description: 'The user’s password.' }),
    dsn: text({
      title: 'DSN',
      prefill: '',
      description:
        'An address such as db.example.com:1521/service, a connect descriptor in parentheses, or a name in tnsnames.ora.',
    }).pipe(
      z.string().refine((dsn) => !/^config-|wallet|proxy/i.test(dsn), {
        // A setting must not name files or services elsewhere.
        error: 'must name a server and a service, without a wallet or a proxy',
      }),
    ),
    wallet_location: text({
      title: 'Wallet Location',
      prefill: directory,
      description:
        'The folder that contains ewallet.pem. It must be inside a folder that the server’s operator allows. Only needed if the connection is encrypted with a wallet.',
    }).default(directory),
    wallet_password: secret({
      title: 'Wallet Password',
      prefill: '',
      description: 'The wallet’s password, if it has one.',
    }).optional(),
  },
  alsoRequired: ['config_dir', 'wallet_location', 'wallet_password'],
})

export const oracledb = defineConnector({
  id: 'oracledb|49e3b4c1-9c34-43fc-89a4-96950821ade0',
  kind: 'database-connector',
  name: 'OracleDB',
  description: 'Tables in an Oracle database.',
  icon: '/icons/connector-icons/Oracle.png',
  settings,
  hints: {
    unauthorised: 'Check “User” and “Password”.',
    'not-found': 'Check “DSN” and the name of the table.',
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
