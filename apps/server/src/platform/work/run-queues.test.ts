import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../testing/clone-database.ts'
import { connect } from '../db/connect.ts'
import type { Db } from '../db/database.ts'
import type { Events } from '../events/events.ts'
import { workWaitingEvent } from './announce-work.ts'
import type { HeartbeatMonitor } from './heartbeats.ts'
import { wholeShare } from './limits.ts'
import { runQueues } from './run-queues.ts'
import { openSlotPool } from './slot-pool.ts'
import { LeaseLostError, type WorkItem, type WorkQueue } from './work-queue.ts'

type Row = WorkItem & { holder: string | undefined }

const row = { organizationId: 1, group: 'one', isAwaited: false, deaths: 0, holder: undefined }

/** A database whose tables are empty. */
const emptyDatabase: Db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A waiting list in memory with the rules that the table of a feature module has. */
function openStory(
  run: (id: string, signal: AbortSignal, confirm: () => Promise<void>) => Promise<void>,
  heartbeat: HeartbeatMonitor = {
    isFresh: () => true,
    missedBeats: () => 0,
    renew: async () => {},
  },
  maxOfGroup = 2,
) {
  const rows: Row[] = []
  const loggedEvents: string[] = []
  let wake = () => {}
  const events = {
    subscribe: ({ name }: { readonly name: string }, listener: (event: object) => void) => {
      if (name === workWaitingEvent.name) wake = () => listener({})
      return () => {}
    },
    publish: async (_db: unknown, { name }: { readonly name: string }) =>
      void loggedEvents.push(name),
  } as unknown as Events
  const heldCount = () => rows.filter(({ holder }) => holder !== undefined).length
  const work: WorkQueue<undefined> = {
    name: 'story/run-row',
    async claim(_db, { workerId, limits, maxSuspicious }) {
      let suspicious = 0
      const chosenRows = rows
        .filter(({ holder, deaths }) => {
          if (holder !== undefined) return false
          return deaths < 2 || suspicious++ < maxSuspicious
        })
        .slice(0, Math.min(limits.batch.max, limits.batch.maxOfGroup - heldCount()))
      for (const row of chosenRows) row.holder = workerId
      return chosenRows
    },
    wake: async () => {},
    isWaiting: async () => rows.some(({ holder }) => holder === undefined),
    async run(_needs, { id }, { signal, assertHeld }) {
      await run(id, signal, assertHeld)
      rows.splice(
        rows.findIndex((row) => row.id === id),
        1,
      )
    },
    async release(_db, { ids }) {
      const freedRows = rows.filter((row) => row.holder && (!ids || ids.includes(row.id)))
      for (const row of freedRows) row.holder = undefined
      return freedRows.length
    },
    listHeld: async (_db, workerId) =>
      rows.filter(({ holder }) => holder === workerId).map(({ id }) => id),
  }
  const slots = openSlotPool()
  const kind = { max: 2, maxOfOrganization: 2, maxOfGroup }
  const limits = { awaited: kind, batch: kind }
  const share = () => wholeShare
  slots.open({ workerId: 'worker', heartbeat, share }, limits)
  const runner = runQueues({
    queues: [work],
    needs: undefined,
    db: emptyDatabase,
    events,
    slots,
    slotKind: 'items',
    workerId: 'worker',
    limits,
    share,
    isShared: false,
    log: { warn: () => {}, error: () => {} },
    lookEverySeconds: 60,
  })
  return {
    runner,
    rows,
    told: loggedEvents,
    add(...ids: string[]) {
      for (const id of ids) rows.push({ ...row, id })
      wake()
    },
    addSuspicious(...ids: string[]) {
      for (const id of ids) rows.push({ ...row, id, deaths: 2 })
      wake()
    },
  }
}

test('runs what waits in the order in which it came, as many at a time as there are slots', async () => {
  const startedIds: string[] = []
  const gates = new Map<string, () => void>()
  const all = Promise.withResolvers<void>()
  const { runner, add } = openStory(async (id) => {
    startedIds.push(id)
    if (startedIds.length === 3) all.resolve()
    await new Promise<void>((resolve) => gates.set(id, resolve))
  })
  add('a', 'b', 'c')
  await expect.poll(() => startedIds).toEqual(['a', 'b'])
  gates.get('a')?.()
  await all.promise

  expect(startedIds).toEqual(['a', 'b', 'c'])
  for (const open of gates.values()) open()
  await runner.stop({ withinSeconds: 5 })
})

test('claims what waited for the bound of its group as soon as a row of it ends', async () => {
  const startedIds: string[] = []
  const gates: (() => void)[] = []
  const { runner, add } = openStory(
    async (id) => {
      startedIds.push(id)
      await new Promise<void>((resolve) => gates.push(resolve))
    },
    undefined,
    1,
  )
  add('a')
  await expect.poll(() => startedIds).toEqual(['a'])
  add('b')
  await new Promise((resolve) => setImmediate(resolve))
  gates[0]?.()
  await expect.poll(() => startedIds).toEqual(['a', 'b'])

  for (const open of gates) open()
  await runner.stop({ withinSeconds: 5 })
})

test('runs at most one row at a time that may have killed its workers', async () => {
  let runningCount = 0
  let maxInFlight = 0
  let done = 0
  const { runner, addSuspicious } = openStory(async () => {
    runningCount += 1
    maxInFlight = Math.max(maxInFlight, runningCount)
    await new Promise((resolve) => setImmediate(resolve))
    runningCount -= 1
    done += 1
  })
  addSuspicious('x', 'y', 'z')
  await expect.poll(() => done).toBe(3)

  expect(maxInFlight).toBe(1)
  await runner.stop({ withinSeconds: 5 })
})

test('gives back a row whose run breaks off, and goes on with the others', async () => {
  const done: string[] = []
  const { runner, add, rows } = openStory(async (id) => {
    if (id === 'broken') throw new Error('It broke.')
    done.push(id)
  })
  add('broken')
  await expect.poll(() => rows.find(({ id }) => id === 'broken')?.holder).toBeUndefined()
  rows.length = 0
  add('whole')
  await expect.poll(() => done).toEqual(['whole'])

  await runner.stop({ withinSeconds: 5 })
})

test('tells what is in hand of a stop, leaves it for another worker, and tells the others', async () => {
  const startSignal = Promise.withResolvers<void>()
  const {
    runner,
    add,
    rows,
    told: events,
  } = openStory(async (_id, signal) => {
    startSignal.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    throw new LeaseLostError()
  })
  add('long')
  await startSignal.promise
  await runner.stop({ withinSeconds: 5 })

  expect(rows).toMatchObject([{ id: 'long', holder: undefined }])
  expect(events).toEqual(['work.waiting'])
})

test.each([
  ['asked at once', false],
  ['asked when it has beaten again', true],
])(
  'a worker that stood still leaves what was taken from it, and goes on with what was not: %s',
  async (_, hasBeaten) => {
    let beats = 0
    let silences = 0
    let isFresh = true
    const pulse = {
      isFresh: () => isFresh,
      missedBeats: () => silences,
      async renew() {
        beats += 1
        isFresh = true
      },
    }
    const bothRun = Promise.withResolvers<void>()
    const startedIds = new Set<string>()
    const wake = Promise.withResolvers<void>()
    const outcomes = new Map<string, unknown>()
    const { runner, rows, add } = openStory(async (id, signal, confirm) => {
      startedIds.add(id)
      if (startedIds.size === 2) bothRun.resolve()
      await confirm()
      await wake.promise
      if (hasBeaten) silences = 1
      else isFresh = false
      const outcome = await confirm().catch((error: unknown) => error)
      outcomes.set(id, [outcome, signal.aborted])
    }, pulse)
    add('kept', 'taken')
    await bothRun.promise
    expect(beats).toBe(0)

    const takenRow = rows.find(({ id }) => id === 'taken')
    if (takenRow) takenRow.holder = 'another worker'
    wake.resolve()
    await expect.poll(() => outcomes.size).toBe(2)

    expect(outcomes.get('kept')).toEqual([undefined, false])
    expect(outcomes.get('taken')).toEqual([expect.any(LeaseLostError), true])
    expect(beats).toBeGreaterThan(0)
    await runner.stop({ withinSeconds: 5 })
  },
)

const quiet = { warn: () => {}, error: () => {} }

test('workers that share a database claim one after the other, so that each counts what others hold', async () => {
  const database = await cloneDatabase()
  const first = connect(database.url, quiet)
  const second = connect(database.url, quiet)
  const isSecondWaiting = async () => {
    const { rows } = await sql`select 1 from pg_locks
      join pg_database on pg_database.oid = pg_locks.database
      where datname = current_database() and locktype = 'advisory' and not granted`.execute(
      first.db,
    )
    return rows.length > 0
  }
  const claims: string[] = []
  const claimBy = (name: string, duringClaim: () => Promise<void>) => async () => {
    claims.push(`${name} counts`)
    await duringClaim()
    claims.push(`${name} claims`)
    return []
  }
  let startSecond = () => {}
  const runners = [
    sharedRunner(
      first.db,
      claimBy('first', async () => {
        startSecond()
        await expect.poll(isSecondWaiting).toBe(true)
      }),
    ),
  ]
  await new Promise<void>((resolve) => {
    startSecond = () => {
      startSecond = () => {}
      runners.push(
        sharedRunner(
          second.db,
          claimBy('second', async () => resolve()),
        ),
      )
    }
  })
  await Promise.all(runners.map((one) => one.stop({ withinSeconds: 1 })))

  expect(claims.slice(0, 4)).toEqual([
    'first counts',
    'first claims',
    'second counts',
    'second claims',
  ])
  await Promise.all([first.close(), second.close()])
  await database.drop()
})

function sharedRunner(db: Db, claim: WorkQueue<undefined>['claim']) {
  const slots = openSlotPool()
  const heartbeat = { isFresh: () => true, missedBeats: () => 0, renew: async () => {} }
  const kind = { max: 2, maxOfOrganization: 2, maxOfGroup: 2 }
  const limits = { awaited: kind, batch: kind }
  const share = () => wholeShare
  slots.open({ workerId: 'worker', heartbeat, share }, limits)
  const work: WorkQueue<undefined> = {
    name: 'story/run-row',
    claim,
    wake: async () => {},
    isWaiting: async () => true,
    run: async () => {},
    release: async () => 0,
    listHeld: async () => [],
  }
  const events = { subscribe: () => () => {} } as unknown as Events
  const baseOptions = { db, events, slots, queues: [work], needs: undefined, log: quiet }
  return runQueues({
    ...baseOptions,
    slotKind: 'items',
    workerId: 'worker',
    limits,
    share,
    isShared: true,
    lookEverySeconds: 60,
  })
}
