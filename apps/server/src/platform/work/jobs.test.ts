import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { workCancelledEvent } from './announce-work.ts'
import { bindJob, defineJob } from './jobs.ts'
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

    expect(await story.state('a')).toBeUndefined()
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
    expect(await story.state('lost')).toBeUndefined()
  })

  test('a committed transaction enqueues once, also for a key that is known', async () => {
    await story.ask('known')

    await story.db.transaction().execute(async (db) => {
      await story.ask('known', {}, { db })
      await story.ask('new', {}, { db })
      await story.ask('new', {}, { db })
      expect(await story.state('new')).toBeUndefined()
    })
    await story.start()
    await story.untilState('new', 'done')
    await story.untilState('known', 'done')

    expect((await story.runs()).map((run) => run.job).sort()).toEqual(['known', 'new'])
  })
})

describe('running', () => {
  test('a job passes from waiting to running to done', async () => {
    await story.ask('a', waits)
    expect(await story.state('a')).toBe('waiting')

    await story.start()
    await untilStarted('a', 'gate:a')
    expect(await story.state('a')).toBe('running')

    await story.openGate('a')
    await story.untilState('a', 'done')
  })

  test('only so many jobs of one organization run at a time, and others are not held up', async () => {
    for (let i = 0; i < 6; i++)
      await story.ask(`acme-${i}`, { steps: ['gate:acme'] }, { organizationId: 1 })
    for (let i = 0; i < 3; i++)
      await story.ask(`bolt-${i}`, { milliseconds: 10 }, { organizationId: 2 })

    await story.start({ maxJobsOfOrganization: 2, maxJobs: 4 })
    for (let i = 0; i < 3; i++) await story.untilState(`bolt-${i}`, 'done')
    expect((await story.runs()).filter((run) => run.organization === 1)).toHaveLength(2)

    await story.openGate('acme')
    for (let i = 0; i < 6; i++) await story.untilState(`acme-${i}`, 'done')
    expect(findMaxConcurrency((await story.runs()).filter((run) => run.organization === 1))).toBe(2)
  })

  test('jobs of one kind do not hold up those of another in the same organization', async () => {
    for (let i = 0; i < 30; i++) await story.ask(`many-${i}`, { milliseconds: 50 })
    const job = defineJob({ name: 'story/notify', payload: z.object({}) })
    const notify = bindJob<StoryNeeds, object>(job, async () => {})
    await story.jobs.enqueue(job, {}, { key: 'notify', organizationId: 1 })

    const { storyJobs } = await import('./testing/story-jobs.ts')
    await story.start({ jobs: [...storyJobs, notify], maxJobs: 2 })
    await story.untilState('notify', 'done')

    expect((await story.runs()).length).toBeLessThan(15)
  })

  test('an error of the handler makes the job fail; an invalid payload too', async () => {
    const old = defineJob({ name: 'story/fails', payload: z.object({ text: z.string() }) })
    const now = defineJob({ name: 'story/fails', payload: z.object({ text: z.literal('new') }) })
    const failures: unknown[] = []
    const fails = bindJob(
      now,
      async () => {
        throw new Error('the disk is broken')
      },
      async (_ctx, _payload, error) => void failures.push(error),
    )
    await story.start({ jobs: [fails] })

    await story.jobs.enqueue(old, { text: 'new' }, { key: 'throws', organizationId: 1 })
    await story.jobs.enqueue(old, { text: 'old' }, { key: 'invalid', organizationId: 1 })

    await story.untilState('throws', 'failed')
    await story.untilState('invalid', 'failed')
    expect(failures).toEqual([new Error('the disk is broken')])
  })

  test('a job that its worker does not know is left to others, and reported', async () => {
    await story.ask('a')
    await story.pool.query(`update work_item set created_at = now() - interval '2 minutes'`)

    await story.start({ jobs: [], timing: { checkSeconds: 0.2 } })
    await until('it is reported', async () =>
      story.lines.some(({ fields }) => JSON.stringify(fields).includes('story/run-steps')),
    )

    expect(await story.state('a')).toBe('waiting')
  })
})

describe('an attempt that fails', () => {
  const job = defineJob({
    name: 'story/retries',
    payload: z.object({}),
    retry: { attempts: 3, waitSeconds: () => 0 },
  })
  const busy = () => Object.assign(new Error('busy'), { isRetryable: true })

  test('is repeated as the job says, and then the job fails', async () => {
    let attempts = 0
    const failures: unknown[] = []
    const retries = bindJob<StoryNeeds, object>(
      job,
      async () => {
        attempts += 1
        throw busy()
      },
      async (_ctx, _payload, error) => void failures.push(error),
    )
    await story.start({ jobs: [retries], lookEverySeconds: 0.05 })
    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await story.untilState('a', 'failed')

    expect(attempts).toBe(3)
    expect(failures).toEqual([busy()])
    const { rows } = await story.pool.query(`select error, attempts from work_item`)
    expect(rows).toEqual([{ error: 'busy', attempts: 2 }])
  })

  test('is repeated at the first look after its delay', async () => {
    const payload = { job: 'a', organization: 1, steps: ['only'], milliseconds: 0 }
    await story.pool.query(
      `insert into work_item (key, kind, organization_id, payload, waits_until)
       values ('a', 'story/run-steps', 1, $1, now() - interval '1 second')`,
      [payload],
    )

    await story.start({ lookEverySeconds: 3600 })

    await story.untilState('a', 'done')
  })

  test('is recorded by its handler even if that meets a conflict at first', async () => {
    let records = 0
    const conflicts = bindJob<StoryNeeds, object>(
      defineJob({ name: 'story/conflicts', payload: z.object({}) }),
      async () => {
        throw new Error('no text')
      },
      async () => {
        records += 1
        if (records === 1) throw new Error('deadlock detected')
      },
    )
    await story.start({ jobs: [conflicts] })
    await story.jobs.enqueue(conflicts.job, {}, { key: 'a', organizationId: 1 })
    await story.untilState('a', 'failed')

    expect(records).toBe(2)
  })

  test('is not repeated when the error is for good', async () => {
    let attempts = 0
    const retries = bindJob<StoryNeeds, object>(job, async () => {
      attempts += 1
      throw new Error('no such file')
    })
    await story.start({ jobs: [retries] })
    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await story.untilState('a', 'failed')

    expect(attempts).toBe(1)
  })

  test('is repeated at once, and not counted, when the database was lost', async () => {
    let attempts = 0
    const retries = bindJob<StoryNeeds, object>(job, async () => {
      attempts += 1
      if (attempts === 1) throw Object.assign(new Error('shut down'), { code: '57P01' })
    })
    await story.start({ jobs: [retries] })
    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await story.untilState('a', 'done')

    const { rows } = await story.pool.query(`select attempts from work_item`)
    expect([attempts, rows]).toEqual([2, [{ attempts: 0 }]])
  })

  test('takes no slot until the next one, for which a stop does not wait', async () => {
    const anHour = { ...job, retry: { attempts: 2, waitSeconds: () => 3600 } }
    const retries = bindJob<StoryNeeds, object>(anHour, async () => {
      throw busy()
    })
    const { storyJobs } = await import('./testing/story-jobs.ts')
    const worker = await story.start({ jobs: [retries, ...storyJobs], maxJobs: 1 })
    await story.jobs.enqueue(anHour, {}, { key: 'a', organizationId: 1 })
    await until('the first attempt has failed', async () =>
      story.lines.some(({ text }) => text.includes('will be retried')),
    )
    await story.ask('b')
    await story.untilState('b', 'done')

    await worker.stop({ withinSeconds: 20 })

    expect(await story.state('a')).toBe('waiting')
  })
})

describe('cancelling', () => {
  test('a waiting job never runs', async () => {
    await story.ask('a')
    await story.ask('b')

    await story.jobs.cancel(['a'])
    await story.start()
    await story.untilState('b', 'done')

    expect(await story.state('a')).toBe('cancelled')
    expect(await story.runs('a')).toEqual([])
  })

  test('a running job begins nothing more, and is no failure', async () => {
    await story.start()
    await story.ask('a', waits)
    await untilStarted('a', 'gate:a')

    const workerNotified = new Promise<void>((resolve) =>
      story.events.subscribe(workCancelledEvent, () => resolve()),
    )
    await story.jobs.cancel(['a'])
    await workerNotified
    await story.openGate('a')
    await until('the step in progress has ended', async () =>
      (await story.runs('a')).every((run) => run.ended_at !== null),
    )
    await story.ask('b')
    await story.untilState('b', 'done')

    expect(await story.state('a')).toBe('cancelled')
    expect((await story.runs('a')).map((run) => run.step)).toEqual(['gate:a'])
    expect(story.lines.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('a running job is aborted at once, in whatever process it is, and not retried', async () => {
    const seenEvents: string[] = []
    const job = defineJob({
      name: 'story/reads',
      payload: z.object({}),
      retry: { attempts: 3, isRetryable: () => true, waitSeconds: () => 0 },
    })
    const reading = bindJob<StoryNeeds, object>(job, async (_ctx, _payload, { signal }) => {
      seenEvents.push('reads')
      await once(signal, 'abort')
      seenEvents.push('aborted')
      signal.throwIfAborted()
    })
    await story.start({ jobs: [reading], lookEverySeconds: 0.05 })
    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await until('it reads', async () => seenEvents.includes('reads'))

    await story.jobs.cancel(['a'])
    await until('it was aborted', async () => seenEvents.includes('aborted'))
    await story.jobs.enqueue(job, {}, { key: 'b', organizationId: 1 })
    await until('the next one reads', async () => seenEvents.length === 3)

    expect(await story.state('a')).toBe('cancelled')
    expect(seenEvents).toEqual(['reads', 'aborted', 'reads'])
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
