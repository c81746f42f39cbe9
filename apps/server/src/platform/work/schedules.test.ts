import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { migrate } from '../migrate.ts'
import { bindJob, defineJob } from './jobs.ts'
import { type SchedulesOptions, startSchedules } from './start-schedules.ts'
import { openStory, type Story, until } from './testing/open-story.ts'
import { runSteps } from './testing/story-jobs.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => story.close())

const payload = { job: 'nightly', organization: 3, steps: ['only'], milliseconds: 0 }
const nightly = { key: 'nightly', cron: '17 3 * * *', organizationId: 3 }
const everySecond = { ...nightly, cron: '* * * * * *' }

const listItems = async () => {
  const { rows } = await story.pool.query('select key, organization_id, payload from work_item')
  return rows
}
/** As if no worker had run at the last two ticks. */
const missTwoTicks = () =>
  story.pool.query(`update work_schedule set next_at = next_at - interval '2 days'`)

describe('a schedule', () => {
  test('with an expression that means nothing is refused', async () => {
    const wrong = { ...nightly, cron: 'every day' }
    await expect(story.jobs.schedule(runSteps, payload, wrong)).rejects.toThrow()
  })

  test('enqueues its job once for each tick, however many workers run', async () => {
    await story.jobs.schedule(runSteps, payload, everySecond)
    await story.startProcess()
    await story.startProcess()
    await story.start()
    await until('several ticks have run', async () => (await listItems()).length >= 2)

    const items = await listItems()
    const keys = items.map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.every((key) => /^nightly@\d{4}-.*\.000Z$/.test(key))).toBe(true)
    expect(items.every(({ organization_id }) => organization_id === 3)).toBe(true)
  })

  test('of the same key replaces the one before', async () => {
    await story.jobs.schedule(runSteps, payload, nightly)
    await story.jobs.schedule(runSteps, { ...payload, job: 'other' }, nightly)
    await missTwoTicks()

    await story.start()
    await until('a tick has run', async () => (await story.runs()).length > 0)

    expect((await story.runs()).map(({ job }) => job)).toEqual(['other'])
  })

  test('runs once for all ticks that were missed, and is saved again without losing them', async () => {
    await story.jobs.schedule(runSteps, payload, nightly)
    await missTwoTicks()
    await story.jobs.schedule(runSteps, payload, nightly)

    await story.start()
    await until('a tick has run', async () => (await story.runs()).length > 0)

    expect(await listItems()).toHaveLength(1)
    const { rows } = await story.pool.query('select next_at > now() as is_ahead from work_schedule')
    expect(rows).toEqual([{ is_ahead: true }])
  })
})

describe('the engine that starts what is due', () => {
  const startStory = (options: Partial<SchedulesOptions>) =>
    startSchedules({ ...story, checkMilliseconds: 20, ...options })

  test('brings forward what a clock that was a year ahead put off', async () => {
    await story.jobs.schedule(runSteps, payload, nightly)
    await story.pool.query(`update work_schedule set next_at = next_at + interval '1 year'`)

    const stop = startStory({})
    const isTomorrow = async () => {
      const { rows } = await story.pool.query(
        `select next_at < now() + interval '25 hours' as is_soon from work_schedule`,
      )
      return rows[0].is_soon
    }
    await until('the next tick is within a day', isTomorrow)
    await stop()

    expect(await listItems()).toEqual([])
  })

  test('starts the jobs of the whole installation, which belong to no organization', async () => {
    const runs: string[] = []
    const sweep = defineJob({ name: 'test/sweep', payload: z.object({}) })
    const periodicJobs = [
      {
        cron: '* * * * * *',
        ...bindJob(sweep, async (_ctx, _payload, { key }) => void runs.push(key)),
      },
    ]
    await story.start({ periodicJobs })
    await until('a tick has run', async () => runs.length > 0)

    expect(runs[0]).toMatch(/^installation:test\/sweep@/)
    expect((await listItems())[0]).toMatchObject({ organization_id: null, payload: {} })
  })

  test('runs a job once at each start as well, if it says so', async () => {
    const runs: string[] = []
    const look = defineJob({ name: 'test/look', payload: z.object({}) })
    const noon = defineJob({ name: 'test/noon', payload: z.object({}) })
    const yearly = { cron: '0 12 29 2 *' }
    const periodicJobs = [
      { ...yearly, ...bindJob(noon, async (_ctx, _payload, { key }) => void runs.push(key)) },
      {
        ...yearly,
        runsAtStart: true,
        ...bindJob(look, async (_ctx, _payload, { key }) => void runs.push(key)),
      },
    ]
    for (const count of [1, 2]) {
      await story.start({ periodicJobs })
      await until('it has run', async () => runs.length === count)
    }

    expect(runs.map((key) => key.split('@')[0])).toEqual([
      'installation:test/look',
      'installation:test/look',
    ])
  })

  test('goes on when one kind of schedule fails', async () => {
    let calls = 0
    const failingTable = {
      startDue: () => Promise.reject(new Error('no')),
      correctTicks: async () => {},
    }
    const countingTable = { startDue: async () => void calls++, correctTicks: async () => {} }
    const stop = startStory({ tables: [failingTable, countingTable] })
    await until('the other has been asked twice', async () => calls > 1)
    await stop()

    expect(story.lines).toContainEqual(expect.objectContaining({ level: 'warn' }))
  })
})

test('every organization of an earlier version keeps the schedules that delete its old data', async () => {
  await story.pool.query('drop schema public cascade; create schema public')
  await migrate(story.url, { upTo: '0494-clock-without-review' })
  await story.pool.query(
    `insert into organization (slug, name, display_name) values ('a', 'a', 'A'), ('b', 'b', 'B')`,
  )

  await migrate(story.url)

  const { rows } = await story.pool.query(
    `select key, kind, cron, payload, organization_id,
       next_at between now() and now() + interval '1 hour' as is_soon
     from work_schedule order by key`,
  )
  const schedulesOf = (organizationId: number) =>
    [
      ['purge-executions', 'executions/purge-executions', '43 * * * *'],
      ['purge-model-calls', 'model-calls/purge-model-calls', '13 * * * *'],
      ['purge-texts', 'text-service/purge-texts', '17 3 * * *'],
    ].map(([name, kind, cron]) => ({
      key: `${name}:${organizationId}`,
      kind,
      cron,
      payload: { organizationId },
      organization_id: organizationId,
      is_soon: true,
    }))
  const byKey = [...schedulesOf(1), ...schedulesOf(2)].sort((a, b) => (a.key < b.key ? -1 : 1))
  expect(rows).toEqual(byKey)
})

test('jobs are deleted when they ended a month ago, and no others', async () => {
  for (const key of ['old', 'new']) await story.ask(key)
  const worker = await story.start()
  for (const key of ['old', 'new']) await story.untilState(key, 'done')
  await worker.stop({ withinSeconds: 5 })
  await story.pool.query(
    `update work_item set ended_at = ended_at - interval '31 days' where key = 'old'`,
  )

  await story.start({ timing: { checkSeconds: 0.2 } })
  await until('the old job is gone', async () => (await story.state('old')) === undefined)

  expect(await story.state('new')).toBe('done')
})
