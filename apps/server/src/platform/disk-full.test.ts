import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../testing/clone-database.ts'
import { type Connection, connect } from './db/connect.ts'
import { despiteFullDisk, isDiskFull, openDiskWatch } from './disk-full.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let connection: Connection

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

test('other refusals are not taken for a full disk, and end the work at once', async () => {
  const error = await refuse('53200').catch((caught: unknown) => caught)
  expect(isDiskFull(error)).toBe(false)

  const work = despiteFullDisk(
    () => refuse('53200'),
    async () => expect.unreachable(),
  )
  await expect(work).rejects.toMatchObject({ code: '53200' })
})

test('work that was accepted is done again until the database has room for it', async () => {
  const outcomes = [() => refuse('53100'), () => refuse('53100'), async () => 'stored']
  const waits: number[] = []

  const result = await despiteFullDisk<unknown>(
    () => outcomes.shift()!(),
    async (seconds) => void waits.push(seconds),
  )

  expect([result, waits]).toEqual(['stored', [5, 5]])
})

test('a refusal of the file store is known by its cause', () => {
  const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  expect(isDiskFull(new Error('A file could not be stored.', { cause }))).toBe(true)
})

test('a disk that only the database sees is full for whoever watches', async () => {
  const watch = openDiskWatch([import.meta.dirname, '/no/such/folder'])
  expect(await watch.isFull()).toBe(false)

  watch.report()

  expect(await watch.isFull()).toBe(true)
})
