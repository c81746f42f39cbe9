import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
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
    const states = await Promise.all(keys.map((key) => story.jobs.getState(key)))
    return states.every((state) => state === 'done')
  })

/** `job step` of everything whose result is stored. */
async function storedSteps(): Promise<string[]> {
  const { rows } = await story.pool.query(
    `select workflow_uuid || ' ' || function_name as step from dbos.operation_outputs`,
  )
  return rows.map((row) => row.step)
}

describe('a worker that is killed', () => {
  test('no step whose result is stored runs again, and every job finishes on another worker', async () => {
    const steps = ['read', 'index', 'ask', 'write']
    const doomedWorker = await story.startProcess({ timing, workerConcurrency: 4 })
    const otherWorker = await story.startProcess({ timing, workerConcurrency: 4 })
    for (const key of keys) await story.ask(key, { steps, milliseconds: 100 })
    await until('both are in the middle of their work', async () => {
      const runs = await story.runs()
      return [doomedWorker, otherWorker].every(
        ({ pid }) => runs.filter((run) => run.worker === pid).length >= 6,
      )
    })

    await kill(doomedWorker)
    const storedStepNames = await storedSteps()
    await allDone()

    const runs = await story.runs()
    const repeatedSteps = runs
      .map(({ job, step }) => `${job} ${step}`)
      .filter((run, i, all) => all.indexOf(run) !== i)
    expect(storedStepNames.length).toBeGreaterThan(3)
    expect(repeatedSteps.filter((run) => storedStepNames.includes(run))).toEqual([])
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

  test('a step that kills every worker is given up, and its job fails alone', async () => {
    await story.ask('deadly', { steps: ['before', 'die', 'after'] })
    for (let i = 0; i < 3; i++) {
      const victim = await story.startProcess({ isOnlyWorker: true, maxDeaths: 3 })
      await until(`worker ${i + 1} died`, async () => victim.signalCode === 'SIGKILL')
    }

    await story.start({ isOnlyWorker: true, maxDeaths: 3 })
    await story.ask('innocent')
    await story.untilState('innocent', 'done')
    await story.untilState('deadly', 'failed')

    const steps = (await story.runs('deadly')).map(({ step }) => step)
    expect(steps).toEqual(['before', ...Array.from({ length: 3 }, () => 'die')])
  }, 90_000)

  test('a job that was in hand each time beside a deadly one is not taken for the cause', async () => {
    await story.ask('deadly', { steps: ['die'] })
    await story.ask('slow', { steps: ['only'], milliseconds: 1000 })
    for (let i = 0; i < 3; i++) {
      const victim = await story.startProcess({ isOnlyWorker: true, maxDeaths: 3 })
      await until(`worker ${i + 1} died`, async () => victim.signalCode === 'SIGKILL')
    }

    await story.start({ isOnlyWorker: true, maxDeaths: 3 })
    await story.untilState('deadly', 'failed')
    await story.untilState('slow', 'done')

    expect((await story.runs('deadly')).length).toBe(3)
  }, 90_000)

  test('jobs of a worker that lives are left alone', async () => {
    await story.startProcess({ timing, workerConcurrency: 1 })
    await story.ask('a', { steps: ['gate:a'] })
    await until('the job runs', async () => (await story.runs('a')).length === 1)
    const doomedWorker = await story.startProcess({ timing, workerConcurrency: 1 })
    await story.ask('b', { steps: ['gate:b'] })
    await until('the other runs', async () => (await story.runs('b')).length === 1)

    await kill(doomedWorker)
    await story.startProcess({ timing, workerConcurrency: 1 })
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
    const first = await story.startProcess({ timing: patient, workerConcurrency: 1 })
    const second = await story.startProcess({ timing: patient, workerConcurrency: 1 })
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
    expect(await story.jobs.getState('a')).toBe('waiting')
    expect(await story.jobs.getState('b')).toBe('waiting')
    expect((await story.runs()).map(({ step, ended_at }) => [step, ended_at !== null])).toEqual([
      ['gate:a', true],
    ])

    await story.start({ timing: { leaseSeconds: 3600 } })
    await story.untilState('a', 'done')
    await story.untilState('b', 'done')
    expect((await story.runs('a')).map(({ step }) => step)).toEqual(['gate:a', 'after'])
  })

  test('a step that does not end in time is left to be started again', async () => {
    const worker = await story.start({ timing })
    await story.ask('a', { steps: ['gate:a'] })
    await until('the job runs', async () => (await story.runs('a')).length === 1)

    await worker.stop({ withinSeconds: 0.1 })

    expect(await story.jobs.getState('a')).toBe('running')
    await story.startProcess({ timing })
    await until('another worker took it', async () => (await story.runs('a')).length === 2)
    await story.openGate('a')
    await story.untilState('a', 'done')
  })

  test('a wait for the next attempt does not hold up the stop', async () => {
    const job = defineJob({ name: 'story/waits', payload: z.object({}) })
    const reasons: unknown[] = []
    const waits = bindJob<StoryNeeds, object>(job, async (_ctx, _payload, durable) => {
      const busy = async () => {
        throw new Error('busy')
      }
      const anHour = { attempts: 2, isRetryable: () => true, waitSeconds: () => 3600 }
      await durable.step('ask', busy, anHour).catch((error) => reasons.push(error))
    })
    const worker = await story.start({ jobs: [waits] })
    await story.jobs.enqueue(job, {}, { key: 'a', organizationId: 1 })
    await until('the first attempt failed', async () =>
      story.lines.some(({ text }) => text.includes('will be retried')),
    )

    await worker.stop({ withinSeconds: 20 })

    expect(await story.jobs.getState('a')).toBe('waiting')
    expect(reasons).toEqual([])
  })
})

describe('the database', () => {
  test('a claim whose reply was lost is put back', async () => {
    const worker = await story.start({ timing: { checkSeconds: 0.3 } })
    await story.ask('first')
    await story.untilState('first', 'done')
    await story.pool.query(
      `insert into dbos.workflow_status
         (workflow_uuid, status, name, queue_name, queue_partition_key, executor_id,
          application_version, application_name, recovery_attempts, priority, serialization, owner_xid)
       select 'second', 'PENDING', name, queue_name, queue_partition_key, $1,
          application_version, application_name, 1, 0, serialization, 'lost'
       from dbos.workflow_status where workflow_uuid = 'first'`,
      [worker.executorId],
    )
    await story.pool.query(
      `insert into dbos.workflow_input (workflow_uuid, inputs)
       select 'second', inputs from dbos.workflow_input where workflow_uuid = 'first'`,
    )

    await story.untilState('second', 'done')
  })

  test('when every connection is cut, work goes on and nothing stored is repeated', async () => {
    await story.start({ timing })
    const steps = ['read', 'index', 'ask', 'write']
    for (const key of keys) await story.ask(key, { steps, milliseconds: 30 })
    await until('work has begun', async () => (await story.runs()).length > 10)

    const { rows } = await story.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const storedStepNames = await storedSteps()
    await allDone()

    const runs = (await story.runs()).map(({ job, step }) => `${job} ${step}`)
    const repeatedRuns = runs.filter((run, i) => runs.indexOf(run) !== i)
    expect(rows.length).toBeGreaterThan(1)
    expect(repeatedRuns.filter((run) => storedStepNames.includes(run))).toEqual([])
  })
})
