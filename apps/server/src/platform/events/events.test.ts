import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { cloneDatabase } from '../../testing/clone-database.ts'
import { type Connection, connect } from '../db/connect.ts'
import { defineEvent, type Events, openEvents } from './events.ts'

const arrived = defineEvent({ name: 'letter.arrived', payload: z.object({ id: z.string() }) })
const log = { warn() {} }

let database: Awaited<ReturnType<typeof cloneDatabase>>
let connection: Connection
let events: Events

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url, log)
  events = await openEvents(database.url, log)
})

afterAll(async () => {
  await events?.close()
  await connection?.close()
  await database?.drop()
})

function heardBy(listener: Events, id: string): Promise<void> {
  return new Promise((resolve) => {
    const forget = listener.subscribe(arrived, (news) => {
      if (news.id !== id) return
      forget()
      resolve()
    })
  })
}

test('what a transaction takes back is not heard, what it keeps is, by every process', async () => {
  const other = await openEvents(database.url, log)
  const ids: string[] = []
  events.subscribe(arrived, ({ id }) => ids.push(id))
  const taken = connection.db.transaction().execute(async (trx) => {
    await events.publish(trx, arrived, { id: 'taken back' })
    throw new Error('no')
  })
  await expect(taken).rejects.toThrow('no')

  const both = Promise.all([heardBy(events, 'kept'), heardBy(other, 'kept')])
  await events.publish(connection.db, arrived, { id: 'kept' })
  await both

  expect(ids).toEqual(['kept'])
  await other.close()
})

test('listening goes on after its line was cut', async () => {
  const heard = heardBy(events, 'after the cut')
  // Of this database alone: other tests listen on the same server.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and query like 'listen %'`.execute(connection.db)

  const signal = AbortSignal.timeout(20_000)
  let isHeard = false
  void heard.then(() => {
    isHeard = true
  })
  // News that arrive while the line is down are lost, so they are told until they are heard.
  while (!isHeard && !signal.aborted) {
    await events.publish(connection.db, arrived, { id: 'after the cut' })
    await Promise.race([heard, wait(100)])
  }
  expect(isHeard).toBe(true)
})
