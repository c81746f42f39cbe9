import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { onDatabase, templateDatabase } from './start-postgres.ts'

export type TestDatabase = {
  readonly url: string
  drop(): Promise<void>
}

/** Any number: it only has to be the same for all who clone. */
const cloning = 7_205_112

/** A migrated database of one's own, in about a tenth of a second. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await withClient(server, async (client) => {
    // PostgreSQL lets only one at a time copy from a template without a collision.
    await client.query('select pg_advisory_lock($1)', [cloning])
    await client.query(`create database ${name} template ${templateDatabase}`)
  })
  const drop = () =>
    withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`))
  return {
    url: onDatabase(server, name),
    drop: async () => void (await drop()),
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
