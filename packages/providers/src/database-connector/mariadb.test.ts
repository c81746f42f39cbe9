import { hasMariadb, type Mariadb, startMariadb } from '@recto/testkit/mariadb-server'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { testDatabaseConnector } from '../testing/database-connector-suite.ts'
import { mariadb } from './mariadb.ts'
import { mysql } from './mysql.ts'

/** Both speak one protocol; the one server that Debian has proves them. */
describe.skipIf(!hasMariadb)('a real MariaDB server', () => {
  let server: Mariadb
  beforeAll(async () => {
    server = await startMariadb()
  })
  afterAll(() => server?.stop())

  for (const provider of [mariadb, mysql]) {
    const name = `recto_${provider.name.toLowerCase()}`
    testDatabaseConnector({
      provider,
      by: provider === mariadb ? 'real server' : 'server of its protocol',
      secret: 'very-wrong-password',
      async start() {
        server.run(
          `create database ${name}; create user '${name}'@'localhost' identified by 'right one';
           grant all on ${name}.* to '${name}'@'localhost'`,
        )
        const place = { host: '127.0.0.1', database: name, user: name, password: 'right one' }
        return {
          settings: { ...place, port: String(server.port) },
          outside: connectorOutside(),
          async rowsOf(table) {
            const own = await createConnection({ ...place, port: server.port, timezone: 'Z' })
            const [rows] = await own.query(`select * from \`${table}\``)
            await own.end()
            return rows as Record<string, unknown>[]
          },
          stop: async () => {},
        }
      },
      wrong: (settings) => ({ ...settings, password: 'very-wrong-password' }),
      missing: (settings) => ({ ...settings, database: 'nowhere' }),
    })
  }
})
