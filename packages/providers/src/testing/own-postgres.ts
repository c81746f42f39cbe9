import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { SqlEngine } from '@recto/testkit/canned-database/sql-engine'
import pg from 'pg'
import { inject } from 'vitest'
import { connectorOutside } from './connector-outside.ts'

async function runAsAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** The server of the tests listens in a folder, and on no port. */
export const postgresOutside = () =>
  connectorOutside({
    connect: async () => {
      const folder = new URL(inject('postgresUrl')).searchParams.get('host') ?? ''
      const socket = connect(join(folder, '.s.PGSQL.5432'))
      await once(socket, 'connect')
      return socket
    },
  })

/** Days and numbers of any size stay texts, also if another test in the process has loaded the server, which reads numbers. */
const { DATE, INT8, NUMERIC } = pg.types.builtins
const textTypes: ReadonlySet<number> = new Set([DATE, INT8, NUMERIC])
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    textTypes.has(id) ? String : pg.types.getTypeParser(id, format as 'text'),
}

/** Takes statements one by one. */
function engineOn(client: pg.Client): SqlEngine {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(sql, values) {
      const query = { text: sql, values: [...values], rowMode: 'array', types }
      const next = last.then(() => client.query(query))
      last = next.catch(() => undefined)
      return next.then(({ fields, rows }) => ({ names: fields.map((one) => one.name), rows }))
    },
  }
}

/** A database of the tests' server with an owner of its own, and a connection to it. */
export async function startOwnPostgres() {
  const name = `connector_${randomBytes(6).toString('hex')}`
  await runAsAdmin(`create role ${name} login password 'right one'`)
  await runAsAdmin(`create database ${name} owner ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  url.username = name
  url.password = 'right one'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const person = { database: name, user: name, password: 'right one' }
  return {
    settings: { host: url.hostname, port: '5432', ...person },
    engine: engineOn(client),
    /** A further connection, for servers whose clients have transactions. */
    async openEngine() {
      const one = new pg.Client({ connectionString: url.href })
      await one.connect()
      return { ...engineOn(one), end: () => one.end() }
    },
    async run(sql: string): Promise<void> {
      await client.query(sql)
    },
    async rowsOf(table: string): Promise<Record<string, unknown>[]> {
      const { rows } = await client.query(`select * from ${table}`)
      return rows
    },
    async stop(): Promise<void> {
      await client.end()
      await runAsAdmin(`drop database ${name} with (force)`)
      await runAsAdmin(`drop role ${name}`)
    },
  }
}
