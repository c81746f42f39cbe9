import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/db/embedded/start-embedded-postgres.ts'
import { loadCountersAtNextStart, openDatabaseCounters } from './database-counters.ts'

let dataDir: string
let server: EmbeddedPostgres
let url: string

const start = () => startEmbeddedPostgres({ dataDir, log: console, settings: { fsync: 'off' } })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'recto-counters-'))
  server = await start()
  url = server.url
})

afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true })
})

test('cannot count before the server was started again', async () => {
  const countsPromise = openDatabaseCounters(url).then((counters) => counters.read())

  await expect(countsPromise).rejects.toThrow(/pg_stat_statements/)
})

test('counts statements and commits of others, as long as it is told to', async () => {
  await loadCountersAtNextStart(url)
  await server.stop()
  server = await start()
  await using counters = await openDatabaseCounters(server.url)
  const initialCounts = await counters.read()
  await work()
  await counters.setCounting(true)
  await work()

  const finalCounts = await counters.read()

  expect(finalCounts.statements - initialCounts.statements).toBe(4)
  expect(finalCounts.commits - initialCounts.commits).toBe(6)
  expect(await counters.readBytes()).toBeGreaterThan(0)
})

/**
 * Four statements in two transactions; to connect is a third. What an open connection has committed is
 * reported late, so it is closed.
 */
async function work(): Promise<void> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('begin')
  await client.query('select 1')
  await client.query('commit')
  await client.query('select $1::int', [2])
  await client.end()
}
