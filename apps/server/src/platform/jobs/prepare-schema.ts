import { setTimeout as sleep } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import pg from 'pg'
import { dbosSchema } from './dbos.ts'

/** Any number will do, as long as nothing else in the database uses it for an advisory lock. */
const lock = 7_265_637_402

/**
 * Brings the tables of DBOS, which live in a schema of their own, to the version that
 * this program needs. May be called again. Several processes may call it at once: its own
 * migration would then fail, so one goes after the other.
 */
export async function prepareJobsSchema(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await takeLock(client)
    await quietly(() => DBOS.migrate(databaseUrl, { schemaName: dbosSchema }))
  } finally {
    await client.end()
  }
}

/** A query that waits inside the database would hold up the indexes that the migration builds. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [lock])
    if (rows[0].taken) return
    await sleep(100)
  }
}

/** DBOS writes to standard output that it migrates, and takes no logger that could be told not to. */
async function quietly(act: () => Promise<void>): Promise<void> {
  const { log } = console
  console.log = () => {}
  try {
    await act()
  } finally {
    console.log = log
  }
}
