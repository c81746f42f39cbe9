import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../testing/clone-database.ts'
import { notFound } from '../../app-error.ts'
import { connect, type DatabaseConnection } from '../../db/connect.ts'
import { type Events, openEvents } from '../../events/events.ts'
import type { ClosableClaims } from './claims.ts'
import { type ClaimsOptions, openClaims } from './open-claims.ts'

const log = { warn() {} }

let database: TestDatabase
let connection: DatabaseConnection
let events: Events
let claimsToClose: ClosableClaims[] = []
let key: string
let keys = 0

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url, log)
  events = await openEvents(database.url, log)
})
beforeEach(() => {
  key = `work ${++keys}`
})
afterEach(async () => {
  for (const one of claimsToClose) await one.close()
  claimsToClose = []
})
afterAll(async () => {
  await events?.close()
  await connection?.close()
  await database?.drop()
})

type Process = Partial<ClaimsOptions>

async function openProcess(changes: Process = {}): Promise<ClosableClaims> {
  const { db } = connection
  const one = await openClaims({ db, events, log, isOnlyProcess: false, ...changes })
  claimsToClose.push(one)
  return one
}

/** Work that begins at once and ends when it is told to. */
function openWork() {
  const startSignal = Promise.withResolvers<void>()
  const end = Promise.withResolvers<string>()
  let times = 0
  return {
    begun: startSignal.promise,
    end: end.resolve,
    fail: end.reject,
    get times() {
      return times
    },
    run: async () => {
      times += 1
      startSignal.resolve()
      const result = await end.promise
      return async () => result
    },
  }
}

const isAwaited = async () => {
  const { rows } = await sql<{ is_awaited: boolean }>`
    select is_awaited from claim where key = ${key} and ended_at is null
  `.execute(connection.db)
  return rows[0]?.is_awaited
}

test('a failure is that of all who asked for the same work, with what its caller may know', async () => {
  const first = await openProcess()
  const second = await openProcess()
  const work = openWork()
  const one = first.singleFlight(key, work.run)
  const outcome = expect(one).rejects.toThrow('No such model.')
  await work.begun
  const two = second.singleFlight(key, work.run)
  await expect.poll(isAwaited).toBe(true)

  work.fail(notFound('model'))

  await expect(two).rejects.toMatchObject({ kind: 'not-found', message: 'No such model.' })
  await outcome
  expect(work.times).toBe(1)
})

test('the same work is done once in two processes and twice in one, and all get its value', async () => {
  const first = await openProcess()
  const second = await openProcess()
  const work = openWork()
  const all = [first.singleFlight(key, work.run)]
  await work.begun
  for (const one of [first, second]) {
    await connection.db.updateTable('claim').set({ is_awaited: false }).execute()
    all.push(one.singleFlight(key, work.run))
    await expect.poll(isAwaited).toBe(true)
  }

  work.end('done')

  expect(await Promise.all(all)).toEqual(['done', 'done', 'done'])
  expect(work.times).toBe(1)
})

test('what has ended is new work, and other work never waits', async () => {
  const process = await openProcess()
  const ids: string[] = []
  const run = (key: string) =>
    process.singleFlight(key, async ({ id, isFirst }) => {
      ids.push(id)
      return async () => isFirst
    })

  expect(await run(key)).toBe(true)
  expect(await run(key)).toBe(true)
  expect(await run(`${key} too`)).toBe(true)
  expect(new Set(ids).size).toBe(3)
})

test('who has a turn keeps all others out, wherever they are', async () => {
  const processes = [await openProcess(), await openProcess()]
  let insideCount = 0
  let maxInFlight = 0
  const work = async () => {
    insideCount += 1
    maxInFlight = Math.max(maxInFlight, insideCount)
    await connection.db.selectFrom('claim').select('id').execute()
    insideCount -= 1
  }

  await Promise.all(Array.from({ length: 12 }, (_, i) => processes[i % 2]!.withLock(key, work)))

  expect(maxInFlight).toBe(1)
})

test('work of a process that shows no life is taken over, and that process writes nothing any more', async () => {
  // Its clock stands still as it were: it never shows that it lives.
  const frozenProcess = await openProcess({ renewSeconds: 3600 })
  const livingProcess = await openProcess({ leaseSeconds: 0.5 })
  const writtenTexts: string[] = []
  const old = openWork()
  const secondWork = openWork()
  const ids: string[] = []
  const workOf = (work: typeof old) => async (claim: { id: string; isFirst: boolean }) => {
    ids.push(`${claim.id} ${claim.isFirst}`)
    const write = await work.run()
    return async () => {
      const text = await write()
      writtenTexts.push(text)
      return text
    }
  }
  const asleep = frozenProcess.singleFlight(key, workOf(old))
  await old.begun
  const takeoverPromise = livingProcess.singleFlight(key, workOf(secondWork))
  await secondWork.begun

  old.end('too late')
  secondWork.end('in time')

  expect(await Promise.all([asleep, takeoverPromise])).toEqual(['in time', 'in time'])
  expect(writtenTexts).toEqual(['in time'])
  const [id] = ids[0]!.split(' ')
  expect(ids).toEqual([`${id} true`, `${id} false`])
})

test('a holder that was taken over while it stood still knows it when it has shown life again', async () => {
  const wakingProcess = await openProcess({ renewSeconds: 0.05, leaseSeconds: 5 })
  const { db } = connection
  const change = (to: object) => db.updateTable('claim').set(to).where('key', '=', key).execute()
  const resultPromise = wakingProcess.singleFlight(key, async ({ assertHeld }) => {
    await assertHeld()
    await change({ holder_id: randomUUID() })
    const outcome = () => assertHeld().catch(({ name }: Error) => name)
    await expect.poll(outcome).toBe('ClaimLostError')
    await change({ ended_at: new Date(), outcome: JSON.stringify({ value: 'theirs' }) })
    return async () => 'mine'
  })

  expect(await resultPromise).toBe('theirs')
})

test('a holder that lives is waited for, however long it takes', async () => {
  const busy = await openProcess({ renewSeconds: 0.05 })
  // Longer than a beat may be late where others keep the machine busy.
  const waitingProcess = await openProcess({ leaseSeconds: 2 })
  const work = openWork()
  const all = [busy.singleFlight(key, work.run)]
  await work.begun
  all.push(waitingProcess.singleFlight(key, work.run))
  await expect.poll(isAwaited).toBe(true)
  const beats = async () => {
    const row = connection.db.selectFrom('claim').select('beats').where('key', '=', key)
    return (await row.executeTakeFirstOrThrow()).beats
  }
  await expect.poll(beats).toBeGreaterThan(60)

  work.end('at last')

  expect(await Promise.all(all)).toEqual(['at last', 'at last'])
  expect(work.times).toBe(1)
})

test('a process that ends hands over at once, and one that was alone finds nothing held', async () => {
  const ending = await openProcess()
  const work = openWork()
  void ending.singleFlight(key, work.run).catch(() => {})
  await work.begun
  await ending.close()

  expect(await (await openProcess()).singleFlight(key, async () => async () => 'taken')).toBe(
    'taken',
  )

  const killedProcess = await openProcess()
  const lostWork = openWork()
  void killedProcess.singleFlight(`${key} too`, lostWork.run).catch(() => {})
  await lostWork.begun
  const next = await openProcess({ isOnlyProcess: true })
  expect(await next.singleFlight(`${key} too`, async () => async () => 'taken')).toBe('taken')
})

test('nothing is left of what ended long ago', async () => {
  const process = await openProcess({ renewSeconds: 0.02 })
  await sql`update claim set beat_at = now() - interval '2 days'`.execute(connection.db)
  const work = openWork()
  const runPromise = process.singleFlight(key, work.run)
  const count = async () => (await connection.db.selectFrom('claim').select('id').execute()).length

  await expect.poll(count).toBe(1)

  work.end('done')
  await runPromise
})
