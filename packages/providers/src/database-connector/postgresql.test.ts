import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { tablesIn, testDatabaseConnector } from '../testing/database-connector-suite.ts'
import { postgresql } from './postgresql.ts'

const admin = async (sql: string) => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(sql)
  await client.end()
}

let url: URL

/** The server of the tests listens in a folder, and on no port. */
const outside = () =>
  connectorOutside({
    connect: async () => {
      const folder = new URL(inject('postgresUrl')).searchParams.get('host') ?? ''
      const socket = connect(join(folder, '.s.PGSQL.5432'))
      await once(socket, 'connect')
      return socket
    },
  })

testDatabaseConnector({
  provider: postgresql,
  secret: 'very-wrong-password',
  async start() {
    const name = `connector_${randomBytes(6).toString('hex')}`
    await admin(`create role ${name} login password 'right one'`)
    await admin(`create database ${name} owner ${name}`)
    url = new URL(inject('postgresUrl'))
    url.pathname = `/${name}`
    url.username = name
    url.password = 'right one'
    return {
      settings: {
        ...{ host: url.hostname, port: '5432', database: name, user: name },
        password: 'right one',
      },
      outside: outside(),
      async rowsOf(table) {
        const client = new pg.Client({ connectionString: url.href })
        await client.connect()
        const { rows } = await client.query(`select * from "${table}"`)
        await client.end()
        return rows
      },
      stop: async () => {
        await admin(`drop database ${name} with (force)`)
        await admin(`drop role ${name}`)
      },
    }
  },
  // Who comes by the folder is let in without a password.
  wrong: (settings) => ({ ...settings, user: 'nobody', password: 'very-wrong-password' }),
  missing: (settings) => ({ ...settings, database: 'nowhere' }),
})

test('an address is as good as its parts, and its password is in no message', async () => {
  const wrong = new URL(inject('postgresUrl'))
  wrong.username = 'nobody'
  wrong.password = 'sehr%20geheim'
  const open = (connection_url: string) => postgresql.open({ connection_url }, outside())

  const error = await open(wrong.href)
    .check()
    .catch((thrown: Error) => thrown)
  expect(error).toMatchObject({ code: 'unauthorised' })
  expect((error as Error).message).not.toMatch(/geheim/)
  expect(() => open('mysql://x')).toThrow(/Connection URL: must look like postgresql/)
  expect(Array.isArray(await tablesIn(open(inject('postgresUrl'))))).toBe(true)
})

test('nobody listens there, and no such name, are told by the field', async () => {
  const open = (host: string) =>
    postgresql.open(
      { host, port: '1', database: 'a', user: 'a', password: 'b' },
      connectorOutside(),
    )

  await expect(open('127.0.0.1').check()).rejects.toThrow(/cannot be reached.*“Host” and “Port”/)
  await expect(open('nowhere.invalid').check()).rejects.toThrow(/no server of this name.*“Host”/)
})
