import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../testing/clone-database.ts'
import { type Connection, connect } from '../db/connect.ts'
import { limitAttempts } from './limit-attempts.ts'

const log = { warn() {} }
const limits = { name: 'sign-in', max: 2, withinSeconds: 60 }

let database: TestDatabase
let processes: Connection[]

beforeAll(async () => {
  database = await cloneDatabase()
  processes = [connect(database.url, log), connect(database.url, log)]
})
afterAll(async () => {
  await Promise.all(processes.map(({ close }) => close()))
  await database.drop()
})
beforeEach(async () => {
  await processes[0]!.db.deleteFrom('attempt').execute()
})

/** The limit as each of two processes sees it. */
const here = () => limitAttempts(processes[0]!.db, limits)
const there = () => limitAttempts(processes[1]!.db, limits)

/** Lets time pass for all windows. */
async function pass(seconds: number): Promise<void> {
  const { db } = processes[0]!
  await sql`update attempt set ends_at = ends_at - make_interval(secs => ${seconds})`.execute(db)
}

test('too many attempts, in whichever process, wait for the end of the window that the first one began', async () => {
  await here().take('mallory')
  await pass(20)
  await there().take('mallory')

  expect(await here().take('mallory')).toBe(40)
  expect(await there().take('mallory')).toBe(40)
  expect(await here().take('alice')).toBeUndefined()
  await pass(40)
  expect(await here().take('mallory')).toBeUndefined()
})

test('of many attempts at once no more than allowed are let through', async () => {
  const waits = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? here() : there()).take('mallory')),
  )

  expect(waits.filter((wait) => wait === undefined)).toHaveLength(2)
})

test('an attempt that succeeded makes room again', async () => {
  await here().take('office')
  await here().take('office')

  await there().giveBack('office')

  expect(await here().take('office')).toBeUndefined()
  expect(await here().take('office')).toBe(60)
  await there().forget('office')
  expect(await here().take('office')).toBeUndefined()
})

test('nothing of a key is stored, and nothing at all when its window has ended', async () => {
  const { db } = processes[0]!
  await here().take('a password typed as a name')

  expect(JSON.stringify(await db.selectFrom('attempt').selectAll().execute())).not.toContain(
    'typed',
  )
  await pass(61)
  await there().take('somebody else')
  expect(await db.selectFrom('attempt').selectAll().execute()).toHaveLength(1)
})
