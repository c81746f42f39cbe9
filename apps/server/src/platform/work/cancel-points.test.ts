import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openJobQueue } from './job-queue.ts'
import { bindJob, defineJob } from './jobs.ts'
import { openStory, type Story, until } from './testing/open-story.ts'
import type { StoryNeeds } from './testing/story-jobs.ts'
import type { Lease } from './work-queue.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => story.close())

const job = defineJob({
  name: 'story/cancels',
  payload: z.object({}),
  retry: { attempts: 3, waitSeconds: () => 0 },
})
const enqueue = (key: string) => story.jobs.enqueue(job, {}, { key, organizationId: 1 })
const cancel = () => story.jobs.cancel(['a'])
const busy = () => Object.assign(new Error('busy'), { isRetryable: true })

type Handlers = {
  readonly run: () => Promise<unknown>
  readonly fail?: () => Promise<unknown>
}

/** Runs the job `a`, and then the job `b` in the same slot. Returns how often `a` ran and failed. */
async function runBoth({ run, fail = async () => {} }: Handlers) {
  const counts = { runs: 0, failures: 0 }
  let isFirst = true
  const cancels = bindJob<StoryNeeds, object>(
    job,
    async () => {
      if (!isFirst) return
      counts.runs += 1
      await run()
    },
    async () => {
      counts.failures += 1
      await fail()
    },
  )
  await story.start({ jobs: [cancels], maxJobs: 1, lookEverySeconds: 0.05 })
  await enqueue('a')
  await until('the first job is cancelled', async () => (await story.state('a')) === 'cancelled')
  // Its slot is free again only when its run has ended; the second job proves that it is.
  isFirst = false
  await enqueue('b')
  await story.untilState('b', 'done')
  return counts
}

test('a job that is cancelled after the last act of its run stays cancelled', async () => {
  expect(await runBoth({ run: cancel })).toEqual({ runs: 1, failures: 0 })

  expect(await story.state('a')).toBe('cancelled')
})

test('a job that is cancelled just before it throws is neither repeated nor a failure', async () => {
  const run = async () => {
    await cancel()
    throw busy()
  }

  expect(await runBoth({ run })).toEqual({ runs: 1, failures: 0 })
  expect(await story.state('a')).toBe('cancelled')
})

test('a job that is cancelled while its failure is recorded stays cancelled', async () => {
  const run = async () => {
    throw new Error('no such file')
  }

  expect(await runBoth({ run, fail: cancel })).toEqual({ runs: 1, failures: 1 })
  expect(await story.state('a')).toBe('cancelled')
})

test('a job that is cancelled while it sleeps between attempts never runs again', async () => {
  let runs = 0
  const anHour = { ...job, retry: { attempts: 3, waitSeconds: () => 3600 } }
  const cancels = bindJob<StoryNeeds, object>(anHour, async () => {
    runs += 1
    throw busy()
  })
  await story.start({ jobs: [cancels], lookEverySeconds: 0.05 })
  await enqueue('a')
  await until('it sleeps', async () => {
    const { rows } = await story.pool.query('select 1 from work_item where waits_until is not null')
    return rows.length === 1
  })

  await cancel()
  // Its time has come, but it is no item any more that anybody wakes.
  await story.pool.query(`update work_item set waits_until = now() - interval '1 s'`)
  await enqueue('b')
  await until('the next one has failed once', async () => runs === 2)

  expect(await story.state('a')).toBe('cancelled')
})

test('a job that is cancelled between its claim and its start never runs', async () => {
  let runs = 0
  const count = bindJob<StoryNeeds, object>(job, async () => {
    runs += 1
  })
  const queue = openJobQueue({ db: story.db, log: story.log }, [count])
  const limits = { max: 4, maxOfOrganization: 4, maxOfGroup: 4 }
  const byPriority = { awaited: limits, batch: limits }
  const claim = { workerId: 'a', limits: byPriority, ownLimits: byPriority, maxSuspicious: 1 }
  await enqueue('a')
  const [item] = await queue.claim(story.db, claim)

  await cancel()
  const { signal } = new AbortController()
  const lease = { workerId: 'a', signal, cancelSignal: signal } as unknown as Lease
  await queue.run({ pool: story.pool }, { ...item!, eventLoopStalls: 0 }, lease)

  expect([runs, await story.state('a')]).toEqual([0, 'cancelled'])
})

test('a job that has ended is not cancelled any more', async () => {
  await story.start()
  await story.ask('a')
  await story.untilState('a', 'done')

  await cancel()

  expect(await story.state('a')).toBe('done')
})
