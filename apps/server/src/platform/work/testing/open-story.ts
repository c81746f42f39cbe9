import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cloneDatabase } from '../../../testing/clone-database.ts'
import { findJobState } from '../../../testing/find-job-state.ts'
import { connect } from '../../db/connect.ts'
import { openEvents } from '../../events/events.ts'
import type { Log } from '../../log/log.ts'
import type { EnqueueOptions } from '../jobs.ts'
import { openJobs } from '../open-jobs.ts'
import { startWorker, type Worker, type WorkerOptions } from '../start-worker.ts'
import {
  runSteps,
  type StoryNeeds,
  type StoryPayload,
  storyJobs,
  storyTables,
} from './story-jobs.ts'
import type { WorkerArgument } from './worker-process.ts'

type LogLine = { readonly level: string; readonly text: string; readonly fields: unknown }
export type Story = Awaited<ReturnType<typeof openStory>>

const script = fileURLToPath(new URL('./worker-process.ts', import.meta.url))

/** A database, a client and any number of workers; `close` ends whatever still lives. */
export async function openStory() {
  const database = await cloneDatabase()
  const lines: LogLine[] = []
  const log = recordingLog(lines)
  const { pool, db, close: closePool } = connect(database.url, log, 20)
  await pool.query(storyTables)
  await pool.query(
    `insert into organization (id, slug, name, display_name) overriding system value
     select id, 'org-' || id, 'org-' || id, 'Organization ' || id from generate_series(1, 3) id`,
  )
  const events = await openEvents(database.url, log)
  const jobs = openJobs({ db, log, events })
  const workers: Worker[] = []
  const processes: ChildProcess[] = []

  const start = async (options: Partial<WorkerOptions<StoryNeeds>> = {}) => {
    const baseOptions = {
      pool,
      databaseUrl: database.url,
      jobs: storyJobs,
      needs: { pool },
      log,
      events,
    }
    const worker = await startWorker<StoryNeeds>({ ...baseOptions, ...options })
    workers.push(worker)
    return worker
  }

  const startProcess = async (argument: Omit<WorkerArgument, 'databaseUrl'> = {}) => {
    const workerArgument: WorkerArgument = { ...argument, databaseUrl: database.url }
    const child = spawn(process.execPath, [script, JSON.stringify(workerArgument)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stderr.pipe(process.stderr, { end: false })
    processes.push(child)
    await once(child.stdout, 'data')
    return child
  }

  const ask = (
    key: string,
    payload: Partial<StoryPayload> = {},
    options: Partial<EnqueueOptions> = {},
  ) => {
    const organizationId = options.organizationId ?? 1
    const whole = { job: key, organization: organizationId, steps: ['only'], milliseconds: 0 }
    return jobs.enqueue(runSteps, { ...whole, ...payload }, { key, organizationId, ...options })
  }

  return {
    url: database.url,
    events,
    pool,
    db,
    log,
    jobs,
    lines,
    start,
    startProcess,
    ask,
    openGate: (name: string) => pool.query('insert into gate values ($1)', [name]),
    /** The runs of steps, oldest first. */
    runs: async (job?: string) => {
      const { rows } = await pool.query<StepRun>(
        'select * from step_run where $1::text is null or job = $1 order by begun_at',
        [job],
      )
      return rows
    },
    state: (key: string) => findJobState({ db }, key),
    untilState: (key: string, state: 'done' | 'failed') =>
      until(`${key} is ${state}`, async () => (await findJobState({ db }, key)) === state),
    async close() {
      for (const worker of workers) await worker.stop({ withinSeconds: 0 })
      for (const child of processes) await kill(child)
      await events.close()
      await closePool()
      await database.drop()
    },
  }
}

export type StepRun = {
  readonly job: string
  readonly step: string
  readonly worker: number
  readonly organization: number
  readonly begun_at: Date
  readonly ended_at: Date | null
}

/** Some stories cut every connection, also the one that looks. */
function connectionLost(error: Error): false {
  if (/EPIPE|ECONNRESET|terminat/.test(error.message)) return false
  throw error
}

/** Waits for what a database shows, where nothing announces it. */
export async function until(description: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 45_000
  while (!(await isSo().catch(connectionLost))) {
    if (performance.now() > deadline) throw new Error(`It never came to be that ${description}.`)
    await sleep(20)
  }
}

export async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exitPromise = once(child, 'exit')
  child.kill(signal)
  await exitPromise
}

function recordingLog(lines: LogLine[]): Log {
  const logAt = (level: string) => (fields: unknown, text?: string) => {
    lines.push(
      typeof fields === 'string'
        ? { level, text: fields, fields: {} }
        : { level, text: text ?? '', fields },
    )
  }
  const log = { debug: () => {}, info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
  return log as unknown as Log
}
