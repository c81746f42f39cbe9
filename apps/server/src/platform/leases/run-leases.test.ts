import { expect, test } from 'vitest'
import type { Db } from '../db/database.ts'
import type { Events } from '../events/events.ts'
import { type LeasedWork, LeaseLostError } from './leases.ts'
import { openPlaces } from './places.ts'
import { runLeases } from './run-leases.ts'

type Row = { id: string; organizationId: number; deaths: number; holder: string | undefined }

/** A waiting list in memory with the rules that a room's table has. */
function openStory(run: (id: string, signal: AbortSignal) => Promise<void>) {
  const rows: Row[] = []
  let wake = () => {}
  const events = {
    subscribe: (_kind: unknown, listener: () => void) => {
      wake = listener
      return () => {}
    },
  } as unknown as Events
  const work: LeasedWork<undefined> = {
    name: 'story/run-row',
    async claim(_db, { workerId, max, maxSuspicious }) {
      let suspicious = 0
      const chosen = rows
        .filter(({ holder, deaths }) => {
          if (holder !== undefined) return false
          return deaths < 2 || suspicious++ < maxSuspicious
        })
        .slice(0, max)
      for (const row of chosen) row.holder = workerId
      return chosen
    },
    async run(_needs, { id }, { signal }) {
      await run(id, signal)
      rows.splice(
        rows.findIndex((row) => row.id === id),
        1,
      )
    },
    async release(_db, { ids }) {
      const freed = rows.filter((row) => row.holder && (!ids || ids.includes(row.id)))
      for (const row of freed) row.holder = undefined
      return freed.length
    },
    listHeld: async () => rows.flatMap(({ id, holder }) => (holder ? [id] : [])),
  }
  const places = openPlaces()
  const pulse = { isFresh: () => true, renew: async () => {} }
  places.open({ workerId: 'worker', pulse }, { max: 2, maxOfOrganization: 2 })
  const runner = runLeases({
    work: [work],
    needs: undefined,
    db: undefined as unknown as Db,
    events,
    places,
    workerId: 'worker',
    maxOfOrganization: 2,
    isShared: false,
    log: { warn: () => {}, error: () => {} },
    lookEverySeconds: 60,
  })
  return {
    runner,
    rows,
    add(...ids: string[]) {
      for (const id of ids) rows.push({ id, organizationId: 1, deaths: 0, holder: undefined })
      wake()
    },
    addSuspicious(...ids: string[]) {
      for (const id of ids) rows.push({ id, organizationId: 1, deaths: 2, holder: undefined })
      wake()
    },
  }
}

test('runs what waits in the order in which it came, as many at a time as there are places', async () => {
  const begun: string[] = []
  const gates = new Map<string, () => void>()
  const all = Promise.withResolvers<void>()
  const { runner, add } = openStory(async (id) => {
    begun.push(id)
    if (begun.length === 3) all.resolve()
    await new Promise<void>((resolve) => gates.set(id, resolve))
  })
  add('a', 'b', 'c')
  await expect.poll(() => begun).toEqual(['a', 'b'])
  gates.get('a')?.()
  await all.promise

  expect(begun).toEqual(['a', 'b', 'c'])
  for (const open of gates.values()) open()
  await runner.stop({ withinSeconds: 5 })
})

test('runs at most one row at a time that may have killed its workers', async () => {
  let running = 0
  let most = 0
  let done = 0
  const { runner, addSuspicious } = openStory(async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    done += 1
  })
  addSuspicious('x', 'y', 'z')
  await expect.poll(() => done).toBe(3)

  expect(most).toBe(1)
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

test('tells what is in hand of a stop, and leaves it for another worker', async () => {
  const begun = Promise.withResolvers<void>()
  const { runner, add, rows } = openStory(async (_id, signal) => {
    begun.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    throw new LeaseLostError()
  })
  add('long')
  await begun.promise
  await runner.stop({ withinSeconds: 5 })

  expect(rows).toMatchObject([{ id: 'long', holder: undefined }])
})
