import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEvents } from '../events/events.ts'
import { openJobsClient } from './start-client.ts'
import { openStory, type Story, until } from './testing/open-story.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => story.close())

/** In none of these stories does a worker come to look by itself, but where it says so. */
const neverLooks = { lookEverySeconds: 3600 }

test('a job begins because its worker is told of it, also in a transaction', async () => {
  await story.start(neverLooks)

  await story.ask('alone')
  await story.untilState('alone', 'done')
  await story.db.transaction().execute((db) => story.ask('with rows', {}, { db }))

  await story.untilState('with rows', 'done')
  expect((await story.runs()).map(({ job }) => job)).toEqual(['alone', 'with rows'])
})

test('jobs that there was no room for begin when there is', async () => {
  await story.start({ ...neverLooks, organizationConcurrency: 2, workerConcurrency: 3 })
  const keys = Array.from({ length: 9 }, (_, i) => `job-${i}`)

  for (const [i, key] of keys.entries()) await story.ask(key, {}, { organizationId: i % 2 })

  for (const key of keys) await story.untilState(key, 'done')
  expect(await story.runs()).toHaveLength(9)
})

test('what a worker leaves behind when it is stopped, another is told of', async () => {
  const leavingWorker = await story.startProcess(neverLooks)
  await story.ask('a', { steps: ['gate:a', 'after'] })
  await until('the first step has begun', async () => (await story.runs('a')).length === 1)
  await story.start(neverLooks)

  leavingWorker.kill('SIGTERM')
  await story.openGate('a')

  await story.untilState('a', 'done')
  const workers = (await story.runs('a')).map(({ worker }) => worker)
  expect(workers).toEqual([leavingWorker.pid, process.pid])
})

test('a job whose news was missed is found by the next look', async () => {
  await story.start({ lookEverySeconds: 0.3 })
  const deaf = { ...(await openEvents(story.url, { warn() {} })), publish: async () => {} }
  const client = await openJobsClient({ pool: story.pool, log: story.log, events: deaf })

  await story.ask('unheard', {}, { by: client })

  await story.untilState('unheard', 'done')
  await client.close()
  await deaf.close()
})
