import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { cloneDatabase, type TestDatabase } from '../../testing/clone-database.ts'
import { connect, type DatabaseConnection } from '../db/connect.ts'
import { defineEvent, type Events, openEvents } from './events.ts'

const letterArrived = defineEvent({ name: 'letter.arrived', payload: z.object({ id: z.string() }) })
const log = { warn() {} }

let database: TestDatabase
let connection: DatabaseConnection
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
    const forget = listener.subscribe(letterArrived, (news) => {
      if (news.id !== id) return
      forget()
      resolve()
    })
  })
}

test('every process receives events of committed transactions, and none of rolled-back ones', async () => {
  const otherEvents = await openEvents(database.url, log)
  const ids: string[] = []
  events.subscribe(letterArrived, ({ id }) => ids.push(id))
  const rolledBack = connection.db.transaction().execute(async (trx) => {
    await events.publish(trx, letterArrived, { id: 'taken back' })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')

  const receivedEvents = Promise.all([heardBy(events, 'kept'), heardBy(otherEvents, 'kept')])
  await events.publish(connection.db, letterArrived, { id: 'kept' })
  await receivedEvents

  expect(ids).toEqual(['kept'])
  await otherEvents.close()
})

test('listens again after its connection was cut', async () => {
  const receivedEvent = heardBy(events, 'after the cut')
  // Other tests listen on the same server, so only this database's connections are cut.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and query like 'listen %'`.execute(connection.db)

  const signal = AbortSignal.timeout(20_000)
  let isHeard = false
  void receivedEvent.then(() => {
    isHeard = true
  })
  // Events during the outage are lost, so they are published until received.
  while (!isHeard && !signal.aborted) {
    await events.publish(connection.db, letterArrived, { id: 'after the cut' })
    await Promise.race([receivedEvent, wait(100)])
  }
  expect(isHeard).toBe(true)
})
