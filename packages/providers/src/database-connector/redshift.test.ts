import { expect, test } from 'vitest'
import { readAll, testDatabaseConnector } from '../testing/database-connector-suite.ts'
import { postgresOutside, startOwnPostgres } from '../testing/own-postgres.ts'
import { sayProof } from '../testing/say-proof.ts'
import { redshift } from './redshift.ts'

testDatabaseConnector({
  provider: redshift,
  by: 'server of its protocol',
  secret: 'very-wrong-password',
  async start() {
    const { rowsOf, ...own } = await startOwnPostgres()
    return { ...own, outside: postgresOutside(), rowsOf: (table) => rowsOf(`"${table}"`) }
  },
  wrong: (settings) => ({ ...settings, user: 'nobody', password: 'very-wrong-password' }),
  missing: (settings) => ({ ...settings, database: 'nowhere' }),
  reads: {
    refusedStatements: [
      ["select 'a\\'', ' from t", 'a backslash before a quotation mark'],
      ['select pg_cancel_backend(1)', 'PG_CANCEL_BACKEND'],
    ],
    endless:
      'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b, generate_series(1, 100000) c',
    quote: (name) => `"${name}"`,
  },
})

sayProof(redshift, 'server of its protocol')

test('rows of one key come once where the service itself holds to no key', async () => {
  const own = await startOwnPostgres()
  try {
    await own.run('create table plain (id varchar(20), pages bigint)')
    const write = (pages: number) =>
      redshift
        .open(own.settings, postgresOutside())
        .insert({ name: 'plain' }, [{ id: 'a', pages }], { key: ['id'] })
    await Promise.all([write(1), write(2), write(3), write(4)])

    expect(await own.rowsOf('plain')).toHaveLength(1)
  } finally {
    await own.stop()
  }
})

test('nothing is written by a function of the database', async () => {
  const own = await startOwnPostgres()
  try {
    await own.run("create sequence numbers; create view writing as select nextval('numbers')")
    const statement = 'select * from writing'
    const limits = { waitSeconds: 20, seconds: 60 }
    await expect(
      readAll(redshift.open(own.settings, postgresOutside()), { statement }, limits),
    ).rejects.toThrow('read-only transaction')
  } finally {
    await own.stop()
  }
})
