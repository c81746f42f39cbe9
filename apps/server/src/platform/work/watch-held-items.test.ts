import { afterEach, beforeEach, expect, test } from 'vitest'
import { openItemsInHand } from './in-hand.ts'
import { openItemStore } from './item-store.ts'
import { jobTable } from './jobs.store.ts'
import { openStory, type Story } from './testing/open-story.ts'
import { watchHeldItems } from './watch-held-items.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => story.close())

const limits = { max: 16, maxOfOrganization: 16, maxOfGroup: 16 }
const byPriority = { awaited: limits, batch: limits }
const request = { limits: byPriority, ownLimits: byPriority, maxSuspicious: 1 }
const queue = { name: 'story/run-steps', ...openItemStore(jobTable(['story/run-steps'])) } as const

/** The claims and checks of a worker that starts what it claims only if the test does. */
function openIdleWorker(workerId: string) {
  const inHand = openItemsInHand()
  const check = watchHeldItems({
    db: story.db,
    queues: [queue],
    slots: { inHand },
    workerId,
    log: story.log,
  })
  return { inHand, check, claim: () => queue.claim(story.db, { ...request, workerId }) }
}

test('an item that a living worker claimed and never started is released at the second check, without blame', async () => {
  const worker = openIdleWorker('idle')
  await story.ask('a')
  expect(await worker.claim()).toHaveLength(1)

  await worker.check()
  expect(await story.state('a')).toBe('running')
  await worker.check()

  expect(await story.state('a')).toBe('waiting')
  const { rows } = await story.pool.query('select deaths, attempts from work_item')
  expect(rows).toEqual([{ deaths: 0, attempts: 0 }])
  await story.start()
  await story.untilState('a', 'done')
})

test('what runs is not released, nor what another worker has claimed', async () => {
  const worker = openIdleWorker('busy')
  const otherWorker = openIdleWorker('other')
  await story.ask('a')
  const [item] = await worker.claim()
  const end = Promise.withResolvers<void>()
  const run = worker.inHand.run(item?.id ?? '', () => end.promise)
  await story.ask('b')
  await otherWorker.claim()

  for (let checks = 0; checks < 3; checks++) await worker.check()

  expect([await story.state('a'), await story.state('b')]).toEqual(['running', 'running'])
  end.resolve()
  await run
})

test('the run of an item that was cancelled or taken over without notice is aborted at the second check', async () => {
  const worker = openIdleWorker('deaf')
  await story.ask('a')
  const [item] = await worker.claim()
  const end = Promise.withResolvers<void>()
  let runSignal: AbortSignal | undefined
  const run = worker.inHand.run(item?.id ?? '', ({ signal }) => {
    runSignal = signal
    return end.promise
  })
  await story.pool.query(`update work_item set worker_id = 'other' where key = 'a'`)

  await worker.check()
  expect(runSignal?.aborted).toBe(false)
  await worker.check()

  expect(runSignal?.aborted).toBe(true)
  end.resolve()
  await run
})
