import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { startCannedSqlServer } from '@recto/testkit/canned-database/sql-server'
import { describe, expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { testDatabaseConnector } from '../testing/database-connector-suite.ts'
import { startOwnPostgres } from '../testing/own-postgres.ts'
import { sayProof } from '../testing/say-proof.ts'
import { mssql } from './mssql.ts'

const settings = {
  server: '127.0.0.1',
  port: '1433',
  database: 'bills',
  user: 'ada',
  password: 'right one',
}

testDatabaseConnector({
  provider: mssql,
  by: 'recorded answers',
  secret: 'very-wrong-password',
  async start() {
    const own = await startOwnPostgres()
    await own.run('create schema dbo')
    const { user, password, database } = settings
    const server = await startCannedSqlServer({
      user,
      password,
      database,
      openEngine: own.openEngine,
    })
    return {
      settings: { ...settings, port: String(server.port) },
      outside: connectorOutside(),
      rowsOf: (table) => own.rowsOf(`dbo."${table}"`),
      async stop() {
        await server.close()
        await own.stop()
      },
    }
  },
  wrong: (right) => ({ ...right, password: 'very-wrong-password' }),
  missing: (right) => ({ ...right, database: 'nowhere' }),
  reads: {
    refusedStatements: [
      ["select 1 exec xp_cmdshell 'dir'", 'contains EXEC'],
      ['select 1 commit drop table t', 'contains COMMIT'],
      ["select * from openquery(other, 'delete from t')", 'OPENQUERY'],
      ['select * from t with (tablockx)', 'contains TABLOCKX'],
    ],
    endless:
      'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b, generate_series(1, 100000) c',
    quote: (name) => `dbo.[${name}]`,
  },
})

/** Something else that listens there. */
async function listenAs(serve: (socket: Socket) => void) {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    serve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = String((server.address() as AddressInfo).port)
  return {
    check: () => mssql.open({ ...settings, port }, connectorOutside()).check(),
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

describe('MSSQL, when something is in the way', () => {
  sayProof(mssql, 'recorded answers')

  test('a server that ends the connection, at once or in the middle, is told by the field', async () => {
    await using silent = await listenAs((socket) => socket.end())
    await using half = await listenAs((socket) => socket.end(Buffer.from([4, 1, 0, 80, 0, 0, 1])))

    for (const { check } of [silent, half])
      await expect(check()).rejects.toMatchObject({
        code: 'unreachable',
        message: expect.stringMatching(/Check “Server” and “Port”\.$/),
      })
  })

  test('a web server is not taken for a database, nor is its page shown', async () => {
    const page = 'HTTP/1.1 400 Bad Request\r\n\r\n<!doctype html><title>Intern</title>'
    await using otherServer = await listenAs((socket) => socket.end(page))
    const error = await otherServer.check().catch((thrownError: Error) => thrownError)

    expect(error).toMatchObject({ name: 'ProviderError' })
    expect((error as Error).message).toMatch(/Check “Server” and “Port”\.$/)
    expect((error as Error).message).not.toMatch(/Intern|right one/)
  })

  test('nobody listens there', async () => {
    const check = () => mssql.open({ ...settings, port: '1' }, connectorOutside()).check()

    await expect(check()).rejects.toThrow(/cannot be reached.*“Server” and “Port”/)
  })

  test('an address that the guard refuses is told in the words of the guard', async () => {
    const refusalError = Object.assign(new Error('blocked'), { code: 'EINNER' })
    const externalNetwork = connectorOutside({ connect: () => Promise.reject(refusalError) })

    await expect(mssql.open(settings, externalNetwork).check()).rejects.toThrow(/\(EINNER\)/)
  })
})
