import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { readAll, tablesIn, testDatabaseConnector } from '../testing/database-connector-suite.ts'
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
  reads: {
    refusedStatements: [['select pg_terminate_backend(1)', 'PG_TERMINATE_BACKEND']],
    endless:
      'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b, generate_series(1, 100000) c',
    quote: (name) => `"${name}"`,
  },
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

describe('rows are read', () => {
  const limits = { waitSeconds: 20, seconds: 60 }
  let own: Awaited<ReturnType<typeof startOwnPostgres>>
  const open = () => postgresql.open(own.settings, postgresOutside())
  beforeAll(async () => {
    own = await startOwnPostgres()
    await own.run(
      'create table bills (id bigint, sum numeric(30,10), paid boolean, due date, "a""b" text)',
    )
    await own.run(`insert into bills values
      (9007199254740993, 12345678901234567890.5, true, '2026-01-31', '=1+1'), (2, null, false, null, null)`)
  })
  afterAll(() => own?.stop())

  test('as the texts that the server writes', async () => {
    expect(await readAll(open(), { table: { name: 'bills' } }, limits)).toEqual({
      names: ['id', 'sum', 'paid', 'due', 'a"b'],
      rows: [
        ['9007199254740993', '12345678901234567890.5000000000', 'true', '2026-01-31', '=1+1'],
        ['2', null, 'false', null, null],
      ],
    })
    const noRows = await readAll(open(), { statement: 'select id from bills where false;' }, limits)
    expect(noRows).toEqual({ names: ['id'], rows: [] })
  })

  test('in pages, of long texts in small ones', async () => {
    const statement = "select n, repeat('x', n) from generate_series(1, 5000) n"
    const { rows } = await readAll(open(), { statement }, limits)
    expect(rows.length).toBe(5000)
    expect(rows.at(-1)).toEqual(['5000', 'x'.repeat(5000)])
  })

  test.each([
    ['select * from writing', /read-only transaction/],
    ['select * from opening, writing', /read-write mode/],
    ['select * from nowhere', /nowhere/],
  ])('and nothing is written: %s', async (statement, reason) => {
    await own.run(`create sequence if not exists numbers;
      create or replace view writing as select nextval('numbers');
      create or replace view opening as select set_config('transaction_read_only', 'off', false)`)
    await expect(readAll(open(), { statement }, limits)).rejects.toThrow(reason)
    expect(await own.rowsOf('numbers')).toMatchObject([{ is_called: false }])
  })

  test('a value that would fill the memory ends the connection', async () => {
    const statement = "select repeat('x', 5000000) from generate_series(1, 20)"
    await expect(readAll(open(), { statement }, limits)).rejects.toThrow('values that are too long')
  })

  test('a statement that never ends is ended by the server', async () => {
    const endless = readAll(
      open(),
      {
        statement:
          'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b, generate_series(1, 100000) c',
      },
      { ...limits, waitSeconds: 0.3 },
    )
    await expect(endless).rejects.toMatchObject({ code: 'timed-out' })
    expect(await readAll(open(), { statement: 'select 1 as one' }, limits)).toMatchObject({
      rows: [['1']],
    })
  })
})
