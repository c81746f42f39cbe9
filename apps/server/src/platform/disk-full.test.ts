import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../testing/clone-database.ts'
import { connect, type DatabaseConnection } from './db/connect.ts'
import { isDiskFull, openDiskWatch, retryWhileDiskFull } from './disk-full.ts'

let database: TestDatabase
let connection: DatabaseConnection

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url, { warn() {} })
})

afterAll(async () => {
  await connection?.close()
  await database?.drop()
})

const refuse = (code: string) =>
  sql`do ${sql.raw(`$$ begin raise exception 'no' using errcode = '${code}'; end $$`)}`.execute(
    connection.db,
  )

test('other errors do not count as a full disk, and are not retried', async () => {
  const error = await refuse('53200').catch((cause: unknown) => cause)
  expect(isDiskFull(error)).toBe(false)

  const work = retryWhileDiskFull(
    () => refuse('53200'),
    async () => expect.unreachable(),
  )
  await expect(work).rejects.toMatchObject({ code: '53200' })
})

test('retries accepted work until the database has room', async () => {
  const outcomes = [() => refuse('53100'), () => refuse('53100'), async () => 'stored']
  const waits: number[] = []

  const result = await retryWhileDiskFull<unknown>(
    () => outcomes.shift()!(),
    async (seconds) => void waits.push(seconds),
  )

  expect([result, waits]).toEqual(['stored', [5, 5]])
})

test('recognizes a file store error by its cause', () => {
  const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  expect(isDiskFull(new Error('A file could not be stored.', { cause }))).toBe(true)
})

test('a full disk that only the database sees is reported to the watch', async () => {
  const watch = openDiskWatch([import.meta.dirname, '/no/such/folder'])
  expect(await watch.isFull()).toBe(false)

  watch.reportFull()

  expect(await watch.isFull()).toBe(true)
})
