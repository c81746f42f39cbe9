import { expect, test } from 'vitest'
import { limitsOfAllWorkers, type SlotOwner, shareOf, wholeShare } from './limits.ts'
import { openSlotPool } from './slot-pool.ts'

const worker = {
  workerId: 'worker',
  heartbeat: { isFresh: () => true, missedBeats: () => 0, renew: async () => {} },
  share: () => wholeShare,
}
const smallLimits = { max: 3, maxOfOrganization: 2, maxOfGroup: 1 }
const limits = { awaited: smallLimits, batch: smallLimits }
const wide = { max: 9, maxOfOrganization: 9, maxOfGroup: 9 }

const batchOf = (organizationId: number, group = 'one'): SlotOwner => ({
  organizationId,
  group,
  isAwaited: false,
})

test('a worker that may have been taken for dead begins nothing before it has beaten again', () => {
  let isFresh = false
  const slots = openSlotPool()
  const heartbeat = { isFresh: () => isFresh, missedBeats: () => 0, renew: async () => {} }
  const kind = { max: 2, maxOfOrganization: 2, maxOfGroup: 2 }
  slots.open({ ...worker, heartbeat }, { awaited: kind, batch: kind })
  const owner = { organizationId: 1, group: 'one', isAwaited: true }

  expect(slots.acquire(owner, 1)).toEqual([])
  expect(slots.free).toEqual({ awaited: 0, batch: 0 })
  isFresh = true
  expect(slots.acquire(owner, 1)).toHaveLength(1)
  expect(slots.free).toEqual({ awaited: 1, batch: 2 })
})

test('the parts of all workers are the whole of what they may have in hand together', () => {
  const livingWorkers = ['b', 'a', 'c']
  const takenBy = (workerId: string) => {
    const slots = openSlotPool()
    const kind = { max: 9, maxOfOrganization: 7, maxOfGroup: 2 }
    const share = () => shareOf(workerId, livingWorkers)
    slots.open({ ...worker, workerId, share }, { awaited: kind, batch: kind })
    const ofGroup = slots.acquire(batchOf(1, 'one'), 9).length
    slots.acquire(batchOf(1, 'two'), 9)
    slots.acquire(batchOf(1, 'three'), 9)
    slots.acquire(batchOf(1, 'four'), 9)
    return { ofGroup, ofOrganization: 9 - slots.free.batch }
  }

  const parts = ['a', 'b', 'c'].map(takenBy)

  expect(parts.map(({ ofGroup }) => ofGroup)).toEqual([1, 1, 0])
  expect(parts.map(({ ofOrganization }) => ofOrganization)).toEqual([3, 2, 0])
  expect(shareOf('new', ['old'])).toEqual({ count: 2, rank: 0 })
  expect(shareOf('alone', [])).toEqual(wholeShare)
})

test('a bound of each worker is the more for all the more workers there are', () => {
  const kind = {
    max: 9,
    maxOfOrganization: 4,
    maxOfGroup: 3,
    ofEachWorker: ['maxOfGroup'],
  } as const
  const slots = openSlotPool()
  const share = { count: 2, rank: 0 }
  slots.open({ ...worker, share: () => share }, { awaited: kind, batch: kind })

  expect(slots.acquire(batchOf(1, 'one'), 9)).toHaveLength(2)
  expect(slots.acquire(batchOf(2, 'one'), 9)).toHaveLength(2)
  expect(limitsOfAllWorkers({ awaited: kind, batch: kind }, share).batch).toEqual({
    max: 9,
    maxOfOrganization: 4,
    maxOfGroup: 6,
  })
})

test('gives no slot while no worker runs in the process', () => {
  expect(openSlotPool().acquire(batchOf(1), 5)).toEqual([])
})

test('gives no more slots than the process, the organization and the group have', () => {
  const slots = openSlotPool()
  slots.open(worker, limits)

  expect(slots.acquire(batchOf(1, 'a'), 5)).toHaveLength(1)
  expect(slots.acquire(batchOf(1, 'b'), 5)).toHaveLength(1)
  expect(slots.acquire(batchOf(1, 'c'), 5)).toHaveLength(0)
  expect(slots.acquire(batchOf(2, 'a'), 5)).toHaveLength(1)
  expect(slots.acquire(batchOf(3, 'a'), 5)).toHaveLength(0)
  expect(slots.free.batch).toBe(0)
})

test('keeps slots for what somebody waits for, however much else there is', () => {
  const slots = openSlotPool()
  slots.open(worker, limits)
  for (const group of ['a', 'b', 'c']) slots.acquire(batchOf(1, group), 1)

  expect(slots.acquire({ ...batchOf(1), isAwaited: true }, 1)).toHaveLength(1)
})

test('frees a slot when its work has ended, well or not, and tells whoever waits for one', async () => {
  const slots = openSlotPool()
  slots.open(worker, limits)
  let freedCount = 0
  slots.onFree(() => {
    freedCount += 1
  })
  const [good] = slots.acquire(batchOf(1), 1)
  await expect(good?.run('a', async () => 'done')).resolves.toBe('done')
  const [bad] = slots.acquire(batchOf(1), 1)
  await expect(
    bad?.run('b', async () => {
      throw new Error('broken')
    }),
  ).rejects.toThrow('broken')

  expect(freedCount).toBe(2)
  expect(slots.free.batch).toBe(3)
})

test('frees a slot once, however often it is given back', () => {
  const slots = openSlotPool()
  slots.open(worker, limits)
  const [slot] = slots.acquire(batchOf(1), 1)
  slot?.release()
  slot?.release()

  expect(slots.free.batch).toBe(3)
})

test('a batch computes one at a time while somebody waits for other work, and waits outside of it', async () => {
  const slots = openSlotPool()
  slots.open(worker, { awaited: wide, batch: wide })
  const startedNames: string[] = []
  const answer = Promise.withResolvers<void>()
  const [call] = slots.acquire({ ...batchOf(1), isAwaited: true }, 1)
  const waitSignal = Promise.withResolvers<void>()
  const callPromise = call?.run('call', () => answer.promise)
  const [first, second] = slots.acquire(batchOf(1), 2)
  const model = Promise.withResolvers<void>()
  const runPromises = [
    first?.run('first', async ({ releaseCpuDuring }) => {
      startedNames.push('first')
      await waitSignal.promise
      await releaseCpuDuring(() => model.promise)
      startedNames.push('first again')
    }),
    second?.run('second', async () => {
      startedNames.push('second')
    }),
  ]
  await expect.poll(() => startedNames).toEqual(['first'])
  waitSignal.resolve()
  await runPromises[1]
  expect(startedNames).toEqual(['first', 'second'])

  model.resolve()
  await runPromises[0]
  answer.resolve()
  await callPromise
  expect(startedNames.at(-1)).toBe('first again')
})

test('aborts all that is in hand when it closes, and gives no slot any more', async () => {
  const slots = openSlotPool()
  slots.open(worker, limits)
  const [slot] = slots.acquire(batchOf(1), 1)
  const startSignal = Promise.withResolvers<void>()
  const endPromise = slot?.run('one', ({ signal }) => {
    startSignal.resolve()
    return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  })
  await startSignal.promise
  slots.close()
  await endPromise
  await slots.inHand.idle()

  expect(slots.acquire(batchOf(1), 1)).toEqual([])
})

test('a row that comes back to a worker that lost it is run by the later run alone', async () => {
  const slots = openSlotPool()
  slots.open(worker, { awaited: wide, batch: wide })
  const [early, late] = slots.acquire({ ...batchOf(1), isAwaited: true }, 2)
  const signals: AbortSignal[] = []
  const endings: (() => void)[] = []
  const run = ({ signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise<void>((resolve) => endings.push(resolve))
  }
  const runs = [early?.run('row', run), late?.run('row', run)]

  expect(signals.map(({ aborted: isAborted }) => isAborted)).toEqual([true, false])
  endings[0]?.()
  await runs[0]
  expect([...slots.inHand.ids]).toEqual(['row'])
  endings[1]?.()
  await runs[1]
  expect([...slots.inHand.ids]).toEqual([])
})

test('a run that ends is reported with its priority, also when it fails', async () => {
  const endedRuns: unknown[] = []
  const slots = openSlotPool({
    onRunEnd: ({ isAwaited, seconds }) => endedRuns.push([isAwaited, seconds >= 0]),
  })
  slots.open(worker, { awaited: wide, batch: wide })
  const [awaitedSlot] = slots.acquire({ ...batchOf(1), isAwaited: true }, 1)
  const [batchSlot] = slots.acquire(batchOf(1), 1)

  await awaitedSlot?.run('a', async () => {})
  await expect(batchSlot?.run('b', () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  )

  expect(endedRuns).toEqual([
    [true, true],
    [false, true],
  ])
})
