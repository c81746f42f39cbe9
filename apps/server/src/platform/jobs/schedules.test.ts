import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStory, type Story, until } from './testing/open-story.ts'
import { runSteps, runStepsOfOldProgram, storyJobs } from './testing/story-jobs.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => story.close())

const payload = { job: 'nightly', organization: 3, steps: ['only'], milliseconds: 0 }
const everySecond = { key: 'nightly', cron: '* * * * * *', organizationId: 3 }

describe('a schedule', () => {
  test('with an expression or a time zone that means nothing is refused', async () => {
    const wrong = { ...everySecond, cron: 'every day' }
    await expect(story.jobs.schedule(runSteps, payload, wrong)).rejects.toThrow()

    const unknownZone = { ...everySecond, timeZone: 'Europe/Atlantis' }
    await expect(story.jobs.schedule(runSteps, payload, unknownZone)).rejects.toThrow()
  })

  test('enqueues its job once a tick over several workers, until it is taken away', async () => {
    await story.startProcess()
    await story.start()
    await story.jobs.schedule(runSteps, payload, everySecond)
    await until('three ticks have run', async () => (await story.runs()).length >= 3)

    await story.jobs.unschedule('nightly')
    const stepRuns = await story.runs()
    const { rows } = await story.pool.query(
      `select workflow_uuid as id, queue_partition_key as organization
       from dbos.workflow_status where queue_name = 'jobs'`,
    )

    const ticks = rows.map(({ id }) => id)
    expect(new Set(ticks).size).toBe(ticks.length)
    expect(ticks.every((id) => /^nightly@\d{4}-.*\.000Z$/.test(id))).toBe(true)
    expect(rows.every(({ organization }) => organization === '3')).toBe(true)
    expect(stepRuns.length).toBeLessThanOrEqual(ticks.length)
  })

  test('of the same key replaces the one before', async () => {
    await story.jobs.schedule(runSteps, payload, everySecond)
    await story.jobs.schedule(runSteps, { ...payload, job: 'other' }, everySecond)

    await story.start()
    await until('a tick has run', async () => (await story.runs()).length > 0)

    expect((await story.runs()).every(({ job }) => job === 'other')).toBe(true)
  })
})

describe('the reaper', () => {
  const timing = { checkSeconds: 0.2 }
  const alarm = (reason: string) =>
    until(`the log says: ${reason}`, async () =>
      story.lines.some(
        ({ level, fields }) => level === 'error' && JSON.stringify(fields).includes(reason),
      ),
    )
  const age = (key: string, minutes: number) =>
    story.pool.query(
      `update dbos.workflow_status set created_at = created_at - $2 * 60000 where workflow_uuid = $1`,
      [key, minutes],
    )

  test('raises the alarm for a job that no worker knows', async () => {
    await story.jobs.enqueue(runStepsOfOldProgram, payload, { key: 'a', organizationId: 1 })
    await story.start({ jobs: [], timing })

    await alarm('this worker does not know this type of job')
  })

  test('raises the alarm for a job without an organization', async () => {
    await story.ask('a')
    await age('a', 2)
    await story.pool.query('update dbos.workflow_status set queue_partition_key = null')
    await story.start({ timing })

    await alarm('no organization')
  })

  test('lets a run that an older program started go on under its old name', async () => {
    await story.jobs.enqueue(
      runStepsOfOldProgram,
      { ...payload, steps: ['before', 'gate:a', 'after'] },
      { key: 'nightly', organizationId: 3 },
    )
    const old = await story.start({ jobs: storyJobs.slice(1) })
    await until('it is under way', async () => (await story.runs()).length === 2)
    await story.openGate('a')
    await old.stop({ withinSeconds: 20 })

    await story.start({ jobs: storyJobs })
    await story.untilState('nightly', 'done')

    expect((await story.runs()).map(({ step }) => step)).toEqual(['before', 'gate:a', 'after'])
  })

  test('deletes finished jobs after the days they are kept, and no others', async () => {
    const worker = await story.start()
    await story.ask('old')
    await story.ask('new')
    await story.untilState('old', 'done')
    await story.untilState('new', 'done')
    await worker.stop({ withinSeconds: 5 })
    await story.pool.query(
      `update dbos.workflow_status set completed_at = completed_at - 8 * 86400000
       where workflow_uuid = 'old'`,
    )

    await story.start({ timing: { ...timing, keepDays: 7 } })
    await until('the old job is gone', async () => (await story.jobs.getState('old')) === undefined)

    expect(await story.jobs.getState('new')).toBe('done')
    const { rows } = await story.pool.query(
      'select distinct workflow_uuid as id from dbos.operation_outputs',
    )
    expect(rows).toEqual([{ id: 'new' }])
  })
})
