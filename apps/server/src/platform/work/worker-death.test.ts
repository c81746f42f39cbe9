import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connect } from '../db/connect.ts'
import { bindJob, defineJob } from './jobs.ts'
import { kill, openStory, type Story, until } from './testing/open-story.ts'
import type { StoryNeeds } from './testing/story-jobs.ts'

let story: Story
beforeEach(async () => {
  story = await openStory()
})
afterEach(() => story.close())

/** Short, so that a dead worker is noticed soon. */
const timing = { beatSeconds: 0.2, leaseSeconds: 2 }

const keys = Array.from({ length: 12 }, (_, i) => `file-${i}`)
const allDone = () =>
  until('all jobs are done', async () => {
    const states = await Promise.all(keys.map((key) => story.state(key)))
    return states.every((state) => state === 'done')
  })

/** `job step` of everything that has ended. */
async function endedSteps(): Promise<string[]> {
  const { rows } = await story.pool.query(
    `select job || ' ' || step as step from step_run where ended_at is not null`,
  )
  return rows.map((row) => row.step)
}

describe('a worker that is killed', () => {
  test('every job finishes on another worker', async () => {
    const steps = ['read', 'index', 'ask', 'write']
    const doomedWorker = await story.startProcess({ timing, maxJobs: 4 })
    const otherWorker = await story.startProcess({ timing, maxJobs: 4 })
    for (const key of keys) await story.ask(key, { steps, milliseconds: 100 })
    await until('both are in the middle of their work', async () => {
      const runs = await story.runs()
      return [doomedWorker, otherWorker].every(
        ({ pid }) => runs.filter((run) => run.worker === pid).length >= 6,
      )
    })

    await kill(doomedWorker)
    const endedStepNames = await endedSteps()
    await allDone()

    const runs = await story.runs()
    const repeatedSteps = runs
      .map(({ job, step }) => `${job} ${step}`)
      .filter((run, i, all) => all.indexOf(run) !== i)
    expect(endedStepNames.length).toBeGreaterThan(3)
    expect(repeatedSteps.filter((run) => endedStepNames.includes(run))).toEqual([])
    expect(new Set(runs.map(({ job, step }) => `${job} ${step}`)).size).toBe(48)
    expect(repeatedSteps.length).toBeLessThanOrEqual(4)
  })

  test('the step in hand at the kill runs again elsewhere, the ones before it do not', async () => {
    const doomedWorker = await story.startProcess({ timing })
    await story.ask('a', { steps: ['before', 'gate:a', 'after'] })
    await until('the job is in its second step', async () => (await story.runs('a')).length === 2)

    await kill(doomedWorker)
    await story.openGate('a')
    await story.start({ timing })
    await story.untilState('a', 'done')

    const workers = (await story.runs('a')).map(({ step, worker }) => [step, worker])
    expect(workers).toEqual([
      ['before', doomedWorker.pid],
      ['gate:a', doomedWorker.pid],
      ['gate:a', process.pid],
      ['after', process.pid],
    ])
  })

  test('a worker that knows itself to be the only one goes on at once', async () => {
    const doomedWorker = await story.startProcess({ timing: { leaseSeconds: 3600 } })
    await story.ask('a', { steps: ['before', 'gate:a'] })
    await until('the job is in its second step', async () => (await story.runs('a')).length === 2)

    await kill(doomedWorker)
    await story.openGate('a')
    await story.start({ isOnlyWorker: true, timing: { leaseSeconds: 3600 } })
    await story.untilState('a', 'done')

    expect((await story.runs('a')).map(({ step }) => step)).toEqual(['before', 'gate:a', 'gate:a'])
  })

  test('a job that kills every worker is given up, and fails alone', async () => {
    await story.ask('deadly', { steps: ['before', 'die', 'after'] })
    await story.pool.query(`update work_item set deaths = 23`)
    for (let i = 0; i < 2; i++) {
      const victim = await story.startProcess({ isOnlyWorker: true })
      await until(`worker ${i + 1} died`, async () => victim.signalCode === 'SIGKILL')
    }

    await story.start({ isOnlyWorker: true })
    await story.ask('innocent')
    await story.untilState('innocent', 'done')
    await story.untilState('deadly', 'failed')

    const steps = (await story.runs('deadly')).map(({ step }) => step)
    expect(steps).toEqual(['before', 'die', 'die'])
    const { rows } = await story.pool.query(`select error from work_item where key = 'deadly'`)
    expect(rows[0].error).toContain('crashed 25 times')
  })

  test('jobs that may be the cause of deaths run one at a time, so that one is found', async () => {
    await story.ask('deadly', { steps: ['die'] })
    await story.ask('slow', { steps: ['gate:slow'] })
    await story.pool.query(`update work_item set deaths = 2`)
    const victim = await story.startProcess({ isOnlyWorker: true })
    await until('the worker died', async () => victim.signalCode === 'SIGKILL')

    const { rows } = await story.pool.query('select key, deaths from work_item order by key')

    // The death is counted when the next worker takes over.
    expect(rows).toEqual([
      { key: 'deadly', deaths: 2 },
      { key: 'slow', deaths: 2 },
    ])
    expect(await story.runs('slow')).toEqual([])
  })

  test('jobs of a worker that lives are left alone', async () => {
    await story.startProcess({ timing, maxJobs: 1 })
    await story.ask('a', { steps: ['gate:a'] })
    await until('the job runs', async () => (await story.runs('a')).length === 1)
    const doomedWorker = await story.startProcess({ timing, maxJobs: 1 })
    await story.ask('b', { steps: ['gate:b'] })
    await until('the other runs', async () => (await story.runs('b')).length === 1)

    await kill(doomedWorker)
    await story.startProcess({ timing, maxJobs: 1 })
    await until('it was taken over', async () => (await story.runs('b')).length === 2)
    await story.openGate('a')
    await story.openGate('b')
    await story.untilState('a', 'done')
    await story.untilState('b', 'done')

    expect(await story.runs('a')).toHaveLength(1)
  })

  test('after an outage, when every heartbeat looks old, nobody is taken for dead', async () => {
    // Both have to be seen awake within a lease, also where others keep the machine busy.
    const patient = { ...timing, leaseSeconds: 4 }
    const ids = async (condition: string) => {
      const { rows } = await story.pool.query(
        `select process_id as pid from worker_heartbeat where beat_at ${condition} now() - interval '4 seconds'`,
      )
      return rows.map(({ pid }) => pid as number)
    }
    const first = await story.startProcess({ timing: patient, maxJobs: 1 })
    const second = await story.startProcess({ timing: patient, maxJobs: 1 })
    await story.ask('a', { steps: ['gate:a'] })
    await story.ask('b', { steps: ['gate:b'] })
    await until('each runs one', async () => (await story.runs()).length === 2)
    const { rows: steady } = await story.pool.query(
      `select clock_timestamp() + interval '4.5 seconds' as at`,
    )
    await until('both are steady', async () => new Date() > steady[0].at)

    for (const child of [first, second]) child.kill('SIGSTOP')
    await until('both look dead', async () => (await ids('<')).length === 2)
    first.kill('SIGCONT')
    await until('one is back', async () => (await ids('>')).includes(first.pid!))
    second.kill('SIGCONT')
    await until('both are back', async () => (await ids('>')).length === 2)
    await story.openGate('a')
    await story.openGate('b')
    await story.untilState('a', 'done')
    await story.untilState('b', 'done')

    expect(await story.runs()).toHaveLength(2)
  })
})

describe('a worker that is asked to stop', () => {
  test('finishes the step in hand and leaves the rest to others, at once', async () => {
    const leavingWorker = await story.startProcess({ timing: { leaseSeconds: 3600 } })
    await story.ask('a', { steps: ['gate:a', 'after'] })
    await until('the job is in its first step', async () => (await story.runs('a')).length === 1)

    const stopOutput = once(leavingWorker.stdout!, 'data')
    const exitPromise = kill(leavingWorker, 'SIGTERM')
    await stopOutput
    await story.ask('b')
    await story.openGate('a')
    await exitPromise

    expect(leavingWorker.exitCode).toBe(0)
    expect(await story.state('a')).toBe('waiting')
    expect(await story.state('b')).toBe('waiting')
    expect((await story.runs()).map(({ step, ended_at }) => [step, ended_at !== null])).toEqual([
      ['gate:a', true],
    ])

    await story.start({ timing: { leaseSeconds: 3600 } })
    await story.untilState('a', 'done')
    await story.untilState('b', 'done')
    expect((await story.runs('a')).map(({ step }) => step)).toEqual(['gate:a', 'after'])
  })

  test('a job that does not end in time is started again elsewhere', async () => {
    const worker = await story.start({ timing })
    await story.ask('a', { steps: ['gate:a'] })
    await until('the job runs', async () => (await story.runs('a')).length === 1)

    await worker.stop({ withinSeconds: 0.1 })

    expect(await story.state('a')).toBe('waiting')
    await story.startProcess({ timing })
    await until('another worker took it', async () => (await story.runs('a')).length === 2)
    await story.openGate('a')
    await story.untilState('a', 'done')
  })

  test('a job that fails because its worker closes what it uses is done by the next worker', async () => {
    const seenEvents: string[] = []
    const { promise: closePromise, reject: closeReader } = Promise.withResolvers<string>()
    const readings = [() => closePromise, async () => 'the text']
    const job = defineJob({ name: 'story/reads', payload: z.object({}) })
    const reads = bindJob<StoryNeeds, object>(job, async () => {
      seenEvents.push('begun')
      seenEvents.push(await readings.shift()!())
    })
    const first = await story.start({ jobs: [reads] })
    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await until('the reading has begun', async () => seenEvents.length === 1)

    await first.stop({ withinSeconds: 0 })
    closeReader(new Error('The reader is closed.'))
    await story.start({ jobs: [reads], isOnlyWorker: true })
    await story.untilState('a', 'done')

    expect(seenEvents).toEqual(['begun', 'begun', 'the text'])
  })
})

describe('the database', () => {
  test('when every connection is cut, work goes on and nothing stored is repeated', async () => {
    await story.start({ timing })
    const steps = ['read', 'index', 'ask', 'write']
    for (const key of keys) await story.ask(key, { steps, milliseconds: 30 })
    await until('work has begun', async () => (await story.runs()).length > 10)

    const { rows } = await story.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const endedStepNames = await endedSteps()
    await allDone()

    const runs = (await story.runs()).map(({ job, step }) => `${job} ${step}`)
    const repeatedRuns = runs.filter((run, i) => runs.indexOf(run) !== i)
    expect(rows.length).toBeGreaterThan(1)
    expect(repeatedRuns.filter((run) => endedStepNames.includes(run))).toEqual([])
  })
})

test('a worker stops even if it cannot release what it holds', async () => {
  const { pool } = connect(story.url, story.log, 4)
  const worker = await story.start({ pool, timing })
  await story.ask('a', { steps: ['gate:a'] })
  await until('the job runs', async () => (await story.runs('a')).length === 1)
  await pool.end()

  await worker.stop({ withinSeconds: 0 })
  await story.openGate('a')
  await story.start({ timing })
  await story.untilState('a', 'done')
})

test('a worker sends heartbeats while its check waits for a row that somebody has locked', async () => {
  await story.ask('old')
  const firstWorker = await story.start()
  await story.untilState('old', 'done')
  await firstWorker.stop({ withinSeconds: 5 })
  await story.pool.query(`update work_item set ended_at = ended_at - interval '31 days'`)
  const client = await story.pool.connect()
  try {
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query('begin')
    await client.query(`select from work_item where key = 'old' for update`)

    await story.start({ timing: { beatSeconds: 0.1, leaseSeconds: 1, checkSeconds: 0.1 } })
    await until('the check waits for the row', async () => {
      const { rowCount } = await story.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%delete from work_item%'`,
      )
      return rowCount !== 0
    })

    const { rows } = await story.pool.query('select clock_timestamp() as blocked_at')
    await until('a heartbeat was sent since', async () => {
      const { rowCount } = await story.pool.query(
        `select from worker_heartbeat where beat_at > $1::timestamptz + interval '0.5 seconds'`,
        [rows[0].blocked_at],
      )
      return rowCount !== 0
    })
  } finally {
    await client.query('rollback')
    client.release()
  }
})
