import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bindJob, defineJob, type StepContext } from './jobs.ts'
import { openStory, type Story, until } from './testing/open-story.ts'
import type { StoryNeeds } from './testing/story-jobs.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => story.close())

const waits = { steps: ['gate:a', 'after'] }
const untilStarted = (job: string, step: string) =>
  until(`${job} is at ${step}`, async () =>
    (await story.runs(job)).some((run) => run.step === step),
  )

describe('enqueueing', () => {
  test('a payload that does not fit is refused, and nothing is enqueued', async () => {
    await expect(story.ask('a', { steps: 'one' as never })).rejects.toThrow('expected array')

    expect(await story.jobs.getState('a')).toBeUndefined()
  })

  test('the same key enqueued twice runs once', async () => {
    await story.start()

    await Promise.all([story.ask('invoice-1'), story.ask('invoice-1')])
    await story.untilState('invoice-1', 'done')
    await story.ask('invoice-1')
    await story.ask('invoice-2')
    await story.untilState('invoice-2', 'done')

    expect(await story.runs('invoice-1')).toHaveLength(1)
  })

  test('a transaction that is rolled back enqueues nothing', async () => {
    await story.start()

    const failedEnqueue = story.db.transaction().execute(async (db) => {
      await story.ask('lost', {}, { db })
      throw new Error('the upload failed')
    })

    await expect(failedEnqueue).rejects.toThrow('the upload failed')
    expect(await story.jobs.getState('lost')).toBeUndefined()
  })

  test('a committed transaction enqueues once, also for a key that is known', async () => {
    await story.ask('known')

    await story.db.transaction().execute(async (db) => {
      await story.ask('known', {}, { db })
      await story.ask('new', {}, { db })
      await story.ask('new', {}, { db })
      expect(await story.jobs.getState('new')).toBeUndefined()
    })
    await story.start()
    await story.untilState('new', 'done')
    await story.untilState('known', 'done')

    expect((await story.runs()).map((run) => run.job).sort()).toEqual(['known', 'new'])
  })

  test('lower priorities run first', async () => {
    await story.ask('later', {}, { priority: 5 })
    await story.ask('first', {}, { priority: 0 })
    await story.ask('last', {}, { priority: 9 })

    await story.start({ organizationConcurrency: 1 })
    await story.untilState('last', 'done')

    expect((await story.runs()).map((run) => run.job)).toEqual(['first', 'later', 'last'])
  })
})

describe('running', () => {
  test('a job passes from waiting to running to done', async () => {
    await story.ask('a', waits)
    expect(await story.jobs.getState('a')).toBe('waiting')

    await story.start()
    await untilStarted('a', 'gate:a')
    expect(await story.jobs.getState('a')).toBe('running')

    await story.openGate('a')
    await story.untilState('a', 'done')
  })

  test('only so many jobs of one organization run at a time, and others are not held up', async () => {
    for (let i = 0; i < 6; i++)
      await story.ask(`acme-${i}`, { steps: ['gate:acme'] }, { organizationId: 1 })
    for (let i = 0; i < 3; i++)
      await story.ask(`bolt-${i}`, { milliseconds: 10 }, { organizationId: 2 })

    await story.start({ organizationConcurrency: 2, workerConcurrency: 4 })
    for (let i = 0; i < 3; i++) await story.untilState(`bolt-${i}`, 'done')
    expect((await story.runs()).filter((run) => run.organization === 1)).toHaveLength(2)

    await story.openGate('acme')
    for (let i = 0; i < 6; i++) await story.untilState(`acme-${i}`, 'done')
    expect(findMaxConcurrency((await story.runs()).filter((run) => run.organization === 1))).toBe(2)
  })

  test('an error of the handler makes the job fail; an invalid payload too', async () => {
    const old = defineJob({ name: 'story/fails', payload: z.object({ text: z.string() }) })
    const now = defineJob({ name: 'story/fails', payload: z.object({ text: z.literal('new') }) })
    const fails = bindJob(now, async () => {
      throw new Error('the disk is full')
    })
    await story.start({ jobs: [fails] })

    await story.jobs.enqueue(old, { text: 'new' }, { key: 'throws', organizationId: 1 })
    await story.jobs.enqueue(old, { text: 'old' }, { key: 'invalid', organizationId: 1 })

    await story.untilState('throws', 'failed')
    await story.untilState('invalid', 'failed')
  })

  test('a step that fails for good is known to the handler, which goes on', async () => {
    const seenErrors: unknown[] = []
    const job = defineJob({ name: 'story/catches', payload: z.object({}) })
    const catches = bindJob<StoryNeeds, object>(job, async (_ctx, _payload, durable) => {
      const answer = await durable
        .step('ask', async () => {
          throw new Error('no such model')
        })
        .catch((error: Error) => error.message)
      seenErrors.push(answer, await durable.step('date', async () => ({ at: new Date(0) })))
    })
    await story.start({ jobs: [catches] })

    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await story.untilState('a', 'done')

    expect(seenErrors).toEqual(['no such model', { at: '1970-01-01T00:00:00.000Z' }])
  })
})

describe('what is done every time', () => {
  test('is done again by the next run, while the results of steps come from the store', async () => {
    const seenEvents: string[] = []
    const job = defineJob({ name: 'story/begins', payload: z.object({}) })
    const begins = bindJob<StoryNeeds, object>(job, async (_ctx, _payload, durable) => {
      await durable.runUnrecorded('begin', async () => seenEvents.push('begun'))
      await durable.step('ask', async () => seenEvents.push('asked'))
      if (seenEvents.filter((event) => event === 'begun').length === 1)
        await story.openGate('first run')
      await durable.step('wait', () => gateOpens('go on'))
    })
    const gateOpens = (name: string) =>
      until(`${name} is open`, async () => {
        const { rowCount } = await story.pool.query('select 1 from gate where name = $1', [name])
        return rowCount === 1
      })
    const first = await story.start({ jobs: [begins] })
    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await gateOpens('first run')
    await first.stop({ withinSeconds: 0 })
    await story.start({ jobs: [begins], isOnlyWorker: true })
    await until('it begins again', async () => seenEvents.length === 3)
    await story.openGate('go on')
    await story.untilState('a', 'done')

    expect(seenEvents).toEqual(['begun', 'asked', 'begun'])
  })

  test('waits out a database that is away, and tries again as it is told', async () => {
    const seenEvents: string[] = []
    const job = defineJob({ name: 'story/insists', payload: z.object({}) })
    const insists = bindJob<StoryNeeds, object>(job, async (_ctx, _payload, durable) => {
      const failStep = async () => {
        seenEvents.push('tried')
        if (seenEvents.length === 1) throw Object.assign(new Error('shut down'), { code: '57P01' })
        if (seenEvents.length === 2) throw new Error('refused for a moment')
      }
      const options = { attempts: 2, isRetryable: () => true, waitSeconds: () => 0 }
      await durable.runUnrecorded('settle', failStep, options)
    })
    await story.start({ jobs: [insists] })
    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await story.untilState('a', 'done')

    expect(seenEvents).toEqual(['tried', 'tried', 'tried'])
  })
})

describe('cancelling', () => {
  test('a waiting job never runs', async () => {
    await story.ask('a')
    await story.ask('b')

    await story.jobs.cancel(['a'])
    await story.start()
    await story.untilState('b', 'done')

    expect(await story.jobs.getState('a')).toBe('cancelled')
    expect(await story.runs('a')).toEqual([])
  })

  test('a running job finishes the step in hand and stops; its handler sees no failure', async () => {
    await story.start()
    await story.ask('a', waits)
    await untilStarted('a', 'gate:a')

    await story.jobs.cancel(['a'])
    await story.openGate('a')
    await until('the step in hand ended', async () =>
      (await story.runs('a')).every((run) => run.ended_at !== null),
    )
    await story.ask('b')
    await story.untilState('b', 'done')

    expect(await story.jobs.getState('a')).toBe('cancelled')
    expect((await story.runs('a')).map((run) => run.step)).toEqual(['gate:a'])
  })

  test('a long step that watches for it is told at once, and is not tried again', async () => {
    const seenEvents: string[] = []
    const job = defineJob({ name: 'story/reads', payload: z.object({}) })
    const reading = bindJob<StoryNeeds, object>(job, async (_ctx, _payload, durable) => {
      const read = async ({ cancelled: signal }: StepContext) => {
        seenEvents.push('reads')
        await once(signal, 'abort')
        seenEvents.push('told')
        signal.throwIfAborted()
      }
      const options = { attempts: 3, isRetryable: () => true }
      await durable.step('read', read, options).catch(() => seenEvents.push('handler told'))
    })
    await story.start({ jobs: [reading] })
    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await until('the step began', async () => seenEvents.includes('reads'))

    await story.jobs.cancel(['a'])
    await until('the step was told', async () => seenEvents.includes('told'))
    await until('DBOS let go of it', async () =>
      story.lines.some((line) => line.text.includes('cancelled during execution')),
    )

    expect(await story.jobs.getState('a')).toBe('cancelled')
    expect(seenEvents).toEqual(['reads', 'told'])
  })

  test('a job that waits for its next attempt stops waiting', async () => {
    const seenEvents: string[] = []
    const job = defineJob({ name: 'story/waits', payload: z.object({}) })
    const waitingJob = bindJob<StoryNeeds, object>(job, async (_ctx, _payload, durable) => {
      const busy = async () => {
        seenEvents.push('called')
        throw new Error('busy')
      }
      const options = { attempts: 2, isRetryable: () => true, waitSeconds: () => 3600 }
      await durable.step('ask', busy, options).catch(() => seenEvents.push('handler told'))
    })
    const worker = await story.start({ jobs: [waitingJob] })
    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await until('the first attempt failed', async () =>
      story.lines.some((line) => line.text.includes('will be retried')),
    )

    await story.jobs.cancel(['a'])
    await until('DBOS let go of it', async () =>
      story.lines.some((line) => line.text.includes('cancelled during execution')),
    )
    await worker.stop({ withinSeconds: 20 })

    expect(await story.jobs.getState('a')).toBe('cancelled')
    expect(seenEvents).toEqual(['called'])
  })
})

/** The largest number of runs that overlapped. */
function findMaxConcurrency(runs: readonly { begun_at: Date; ended_at: Date | null }[]): number {
  const overlapCounts = runs.map(
    ({ begun_at }) =>
      runs.filter((otherRun) => otherRun.begun_at <= begun_at && begun_at < otherRun.ended_at!)
        .length,
  )
  return Math.max(...overlapCounts)
}
