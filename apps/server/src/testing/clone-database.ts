import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { ownerRole } from '../platform/db/embedded/server-address.ts'
import { onDatabase, templateDatabase } from './start-postgres.ts'

export type TestDatabase = {
  readonly url: string
  drop(): Promise<void>
}

/** A migrated database of one's own, in a fraction of a second. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files is four times as fast as copying through the write-ahead log, whose durability tests do not need.
  await run(
    server,
    `create database ${name} owner ${ownerRole} template ${templateDatabase} strategy file_copy`,
  )
  return {
    url: asOwner(onDatabase(server, name)),
    drop: () => run(server, `drop database if exists ${name} with (force)`),
  }
}

/** Tests connect as the product does, which is no superuser. */
function asOwner(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.username = ownerRole
  return url.href
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
