import { afterEach, beforeEach, expect, test } from 'vitest'
import { createEarlierTables, insertEarlierJob } from '../../testing/earlier-jobs.ts'
import { recordHeartbeat } from './heartbeats.ts'
import { openStory, type Story, until } from './testing/open-story.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => story.close())

const payloadOf = (job: string) => ({
  job,
  organization: 1,
  steps: ['only'],
  milliseconds: 0,
})

const insert = (key: string, columns: { status?: string; executor?: string; name?: string } = {}) =>
  insertEarlierJob(story.pool, {
    name: 'story/run-steps',
    status: 'ENQUEUED',
    ...columns,
    key,
    organizationId: 1,
    payload: payloadOf(key),
  })

test('a database that never had an earlier version has no such jobs', async () => {
  await story.start()
  await story.ask('a')

  await story.untilState('a', 'done')
})

test('waiting, delayed and abandoned jobs of an earlier version are done, each once', async () => {
  await createEarlierTables(story.pool)
  await insert('waiting')
  await insert('delayed', { status: 'DELAYED' })
  await insert('abandoned', { status: 'PENDING', executor: 'a worker that died' })
  await insert('finished', { status: 'SUCCESS' })

  await story.start()
  for (const key of ['waiting', 'delayed', 'abandoned']) await story.untilState(key, 'done')
  await story.startProcess()
  await story.ask('afterwards')
  await story.untilState('afterwards', 'done')

  const jobs = (await story.runs()).map(({ job }) => job).sort()
  expect(jobs).toEqual(['abandoned', 'afterwards', 'delayed', 'waiting'])
})

test('what a living worker of an earlier version runs stays with it until it dies', async () => {
  await createEarlierTables(story.pool)
  await recordHeartbeat(story.db, { workerId: 'earlier', leaseSeconds: 6 })
  await story.pool.query(`update worker_heartbeat set beat_at = now() + interval '1 hour'`)
  await insert('held', { status: 'PENDING', executor: 'earlier' })
  await insert('unknown', { name: 'story/of-another-version' })
  await story.start({ timing: { beatSeconds: 0.2, leaseSeconds: 1 } })
  await story.ask('a')
  await story.untilState('a', 'done')
  expect(await story.state('held')).toBeUndefined()

  await story.pool.query(
    `update worker_heartbeat set beat_at = now() - interval '1 hour' where executor_id = 'earlier'`,
  )
  await story.untilState('held', 'done')

  expect(await story.state('unknown')).toBeUndefined()
})

test('jobs that a process of an earlier version enqueues meanwhile are done at once', async () => {
  await createEarlierTables(story.pool)
  await story.start({ lookEverySeconds: 600, timing: { checkSeconds: 600 } })
  await insert('a')

  await story.pool.query(`select pg_notify('recto_event', '{"name":"job.waiting","payload":{}}')`)

  await until('it is done', async () => (await story.state('a')) === 'done')
})

test('jobs of an earlier version that cannot be read are reported, and keep no worker from starting', async () => {
  await createEarlierTables(story.pool)
  await insert('damaged')
  await story.pool.query(`update dbos.workflow_input set inputs = '{'`)

  await story.start()
  await story.ask('a')
  await story.untilState('a', 'done')

  const errors = story.lines.filter(({ level }) => level === 'error')
  expect(errors[0]?.text).toBe('jobs of an earlier version could not be moved yet')
})
