import { expect, inject, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { tablesIn, testDatabaseConnector } from '../testing/database-connector-suite.ts'
import { postgresOutside, startOwnPostgres } from '../testing/own-postgres.ts'
import { postgresql } from './postgresql.ts'

testDatabaseConnector({
  provider: postgresql,
  by: 'real server',
  secret: 'very-wrong-password',
  async start() {
    const { rowsOf, ...own } = await startOwnPostgres()
    return { ...own, outside: postgresOutside(), rowsOf: (table) => rowsOf(`"${table}"`) }
  },
  // Who comes by the folder is let in without a password.
  wrong: (settings) => ({ ...settings, user: 'nobody', password: 'very-wrong-password' }),
  missing: (settings) => ({ ...settings, database: 'nowhere' }),
})

test('an address is as good as its parts, and its password is in no message', async () => {
  const wrong = new URL(inject('postgresUrl'))
  wrong.username = 'nobody'
  wrong.password = 'sehr%20geheim'
  const open = (connection_url: string) => postgresql.open({ connection_url }, postgresOutside())

  const error = await open(wrong.href)
    .check()
    .catch((thrownError: Error) => thrownError)
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
  await expect(open('nowhere.invalid').check()).rejects.toThrow(
    /No server with this name was found.*“Host”/,
  )
})

test('a connection test asks for the schema that is set, and rights are told without a change', async () => {
  const { settings, ...own } = await startOwnPostgres()
  const open = (schema: string) => postgresql.open({ ...settings, schema }, postgresOutside())
  await own.run('create schema books')
  await own.run('create table books.bills (id text)')

  await expect(open('nowhere').check()).rejects.toThrow(
    /The schema “nowhere” does not exist\. Check “Schema”/,
  )
  await open('books').check()
  const rightsOf = (name: string) => open('books').findRights({ name })
  expect(await rightsOf('bills')).toEqual({ canCreate: true, canAddColumns: true })
  expect(await rightsOf('nothing')).toEqual({ canCreate: true, canAddColumns: false })
  await expect(open('books').findRights({ schema: 'none', name: 'bills' })).rejects.toMatchObject({
    code: 'not-found',
  })
  await own.stop()
})

test('a connection that the server ends between two calls costs no call', async () => {
  const { settings, ...own } = await startOwnPostgres()
  const database = postgresql.open(settings, postgresOutside())
  expect(await tablesIn(database)).toEqual([])
  const result = await own.engine.run(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where usename = current_user and application_name = 'recto'`,
    [],
  )
  expect(result.rows).toEqual([[true]])

  expect(await tablesIn(database)).toEqual([])
  await database.close()
  await own.stop()
})
