import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../testing/clone-database.ts'
import { connect, type DatabaseConnection } from '../../db/connect.ts'
import { openDistributedSemaphore } from './distributed-semaphore.ts'
import type { ClosableSemaphore } from './semaphore.ts'
import { grantSlots } from './slot-shares.store.ts'

const log = { warn: () => {} }
const max = 4

let database: TestDatabase
let connection: DatabaseConnection
const openSemaphores: ClosableSemaphore[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url, log)
})
afterEach(async () => {
  for (const one of openSemaphores.splice(0)) await one.close()
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

/** Work under a name that goes on until it is told to end; what runs of all processes is counted. */
function openWork() {
  const ends: (() => void)[] = []
  let runningCount = 0
  let maxInFlight = 0
  return {
    get running() {
      return runningCount
    },
    get maxInFlight() {
      return maxInFlight
    },
    async run() {
      runningCount += 1
      maxInFlight = Math.max(maxInFlight, runningCount)
      await new Promise<void>((resolve) => ends.push(resolve))
      runningCount -= 1
    },
    end(count: number) {
      for (const end of ends.splice(0, count)) end()
    },
  }
}

function openProcess(isOnlyProcess = false, leaseSeconds = 10) {
  const { db } = connection
  const one = openDistributedSemaphore({
    max,
    db,
    log,
    isOnlyProcess,
    renewSeconds: 0.02,
    leaseSeconds,
  })
  openSemaphores.push(one)
  return one
}

const times = (count: number, act: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, act))
const rows = async () => {
  const slotRows = await sql<{ name: string; places: number }>`
    select name, places from allowance
  `.execute(connection.db)
  return slotRows.rows
}

for (const isOnlyProcess of [true, false]) {
  const processName = isOnlyProcess ? 'the only process' : 'one of several processes'

  test(`${processName} runs no more at a time than allowed, in the order of arrival`, async () => {
    const process = openProcess(isOnlyProcess)
    const work = openWork()
    const order: number[] = []
    const all = Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        process.run('a', () => {
          order.push(place)
          return work.run()
        }),
      ),
    )
    await expect.poll(() => work.running).toBe(max)
    for (let endCount = 0; endCount < 10; endCount++) {
      await expect.poll(() => work.running).toBeGreaterThan(0)
      work.end(1)
    }
    await all

    expect(work.maxInFlight).toBe(max)
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test(`${processName} goes on after work that failed, and passes on its error`, async () => {
    const process = openProcess(isOnlyProcess)
    const fail = () => process.run('a', () => Promise.reject(new Error('refused')))

    for (let turn = 0; turn < 2 * max; turn++) await expect(fail()).rejects.toThrow('refused')
    expect(await process.run('a', async () => 'done')).toBe('done')
  })

  test(`${processName} does not let work of one name wait for work of another`, async () => {
    const process = openProcess(isOnlyProcess)
    const stuckWork = openWork()
    const waitingRuns = times(2 * max, () => process.run('slow', stuckWork.run))
    await expect.poll(() => stuckWork.running).toBe(max)

    expect(await process.run('quick', async () => 'done')).toBe('done')

    while (stuckWork.running > 0) {
      stuckWork.end(max)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await waitingRuns
  })
}

test('two processes together run no more at a time than allowed, and share the slots evenly', async () => {
  const first = openProcess()
  const second = openProcess()
  const work = { first: openWork(), second: openWork() }
  let maxInFlight = 0
  const countRun = (processName: 'first' | 'second') => () => {
    maxInFlight = Math.max(maxInFlight, work.first.running + work.second.running + 1)
    return work[processName].run()
  }
  const firstRuns = times(12, () => first.run('a', countRun('first')))
  await expect.poll(() => work.first.running).toBe(max)
  const secondRuns = times(12, () => second.run('a', countRun('second')))

  // What the first has begun it may end: then half of it is the second's.
  const done = Promise.all([firstRuns, secondRuns])
  await expect
    .poll(() => {
      if (work.second.running < max / 2) work.first.end(1)
      return [work.first.running, work.second.running]
    })
    .toEqual([max / 2, max / 2])
  let isDone = false
  void done.then(() => {
    isDone = true
  })
  await expect
    .poll(() => {
      work.first.end(1)
      work.second.end(1)
      return isDone
    })
    .toBe(true)

  expect(maxInFlight).toBe(max)
})

test('two processes take turns with a single slot', async () => {
  expect(
    grantSlots({ wanted: 8, inUse: 1 }, { max: 1, otherRows: [{ wanted: 8, places: 0 }] }),
  ).toBe(0)
  expect(
    grantSlots({ wanted: 8, inUse: 0 }, { max: 1, otherRows: [{ wanted: 8, places: 0 }] }),
  ).toBe(1)
  expect(
    grantSlots({ wanted: 8, inUse: 0 }, { max: 1, otherRows: [{ wanted: 8, places: 1 }] }),
  ).toBe(0)
})

test('slots that others do not want can be used, and nobody gets a slot that another uses', () => {
  const busy = { wanted: 64, inUse: 8 }
  expect(grantSlots(busy, { max: 64, otherRows: [] })).toBe(64)
  expect(grantSlots(busy, { max: 64, otherRows: [{ wanted: 8, places: 8 }] })).toBe(56)
  expect(grantSlots(busy, { max: 64, otherRows: [{ wanted: 64, places: 60 }] })).toBe(4)
  expect(grantSlots(busy, { max: 64, otherRows: [{ wanted: 64, places: 70 }] })).toBe(0)
})

test('the slots of a process that died are free when its lease has ended', async () => {
  await sql`
    insert into allowance (name, holder_id, wanted, places, beat_at)
    values ('a', 'died', 4, 4, now())
  `.execute(connection.db)
  const livingProcess = openProcess()
  const work = openWork()
  const all = times(max, () => livingProcess.run('a', work.run))
  await expect.poll(rows).toHaveLength(2)
  expect(work.running).toBe(0)
  await sql`update allowance set beat_at = now() - interval '11 seconds' where holder_id = 'died'`.execute(
    connection.db,
  )
  await expect.poll(() => work.running).toBe(max)
  work.end(max)
  await all

  expect(await rows()).toHaveLength(1)
})

test('a process that is idle, or ends, holds no slots', async () => {
  const idle = openProcess(false, 0.05)
  const ending = openProcess()
  await idle.run('a', async () => {})
  await ending.run('b', async () => {})
  await expect.poll(async () => (await rows()).map(({ name }) => name)).toEqual(['b'])
  await ending.close()

  expect(await rows()).toEqual([])
})
