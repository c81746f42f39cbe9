import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { DBOS, type DBOSClient } from '@dbos-inc/dbos-sdk'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { connect } from '../db/connect.ts'
import type { Db, Tables } from '../db/database.ts'
import { type Care, careFor, type Timing, takeOverAll } from './care.ts'
import { openDurable } from './durable.ts'
import {
  engineLog,
  engineName,
  engineSchema,
  engineVersion,
  type JobsLog,
  poolAddress,
  queueName,
} from './engine.ts'
import { poolForEngine } from './engine-pool.ts'
import { beat } from './heartbeat.ts'
import { readLosses } from './job-losses.ts'
import type { BoundJob } from './jobs.ts'
import { openEngineClient } from './start-client.ts'
import { stopWorker } from './stop-worker.ts'
import { registerTick } from './tick.ts'

type Limits = {
  /** Jobs of one organization that run at a time, over all workers; 16 unless stated. */
  readonly organizationConcurrency?: number
  /** Jobs that run at a time in this process; 32 unless stated, so that no organization fills it. */
  readonly workerConcurrency?: number
  readonly pollingMilliseconds?: number
}

type Shared = { readonly pool: Pool; readonly log: JobsLog }

export type WorkerOptions<Needs> = Limits &
  Shared & {
    /** For the two connections that the worker keeps to itself. */
    readonly databaseUrl: string
    readonly jobs: readonly BoundJob<Needs>[]
    readonly needs: Needs
    /**
     * Whether no other worker can live, as a data folder's lock proves: then what a killed
     * predecessor had begun goes on at once.
     */
    readonly isOnlyWorker?: boolean
    readonly timing?: Partial<Timing>
    /**
     * At how many deaths of a worker a step may be in hand before it is given up as their cause; 25
     * unless stated. Many, because whoever kills everything again and again must lose no document.
     */
    readonly mostDeaths?: number
  }

export type Worker = {
  readonly executorId: string
  /**
   * Takes no more jobs, lets steps in hand finish, and puts jobs that have further steps back into
   * the queue. Resolves after `withinSeconds` at the latest; what is still in hand then is started
   * again by another worker.
   */
  stop(within: { readonly withinSeconds: number }): Promise<void>
}

const defaultTiming: Timing = { beatSeconds: 1, lifeSeconds: 10, checkSeconds: 60, keepDays: 30 }

/** One worker lives in a process at a time: the engine is the process's own. */
export async function startWorker<Needs>(options: WorkerOptions<Needs>): Promise<Worker> {
  if (DBOS.isInitialized()) throw new Error('A worker already runs in this process.')
  const { pool, databaseUrl, jobs, log } = options
  const executorId = `${hostname()}:${process.pid}:${randomUUID()}`
  const stopping = new AbortController()
  const caring = new AbortController()
  const parked = new Set<string>()
  const inHand = new Set<{ readonly jobId: string }>()
  const own = connect(databaseUrl, log, 2)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const client = await openEngineClient({ pool, log })
  const care: Care = {
    client,
    db: own.db,
    executorId,
    jobNames: jobs.map(({ job }) => job.name),
    inHand,
    log,
    timing: { ...defaultTiming, ...options.timing },
  }
  const close = async () => {
    caring.abort()
    await client.destroy()
    await own.close()
  }

  try {
    await beat(own.db, executorId)
    if (options.isOnlyWorker) await takeOverAll(care)
    await registerQueue(client, options)
    registerTick(client)
    const alone = oneAfterTheOther()
    for (const bound of jobs)
      register(bound, { options, db, inHand, parked, stopping: stopping.signal, alone })
    await launch(options, executorId)
  } catch (error) {
    await DBOS.shutdown({ deregister: true })
    await close()
    throw error
  }
  const cared = careFor(care, caring.signal)

  const stop = async ({ withinSeconds }: { readonly withinSeconds: number }) => {
    stopping.abort()
    await stopWorker({ ...care, parked, withinSeconds })
    caring.abort()
    await cared
    await close()
  }
  let stopped: Promise<void> | undefined
  return { executorId, stop: (within) => (stopped ??= stop(within)) }
}

async function registerQueue(client: DBOSClient, options: Limits): Promise<void> {
  await client.registerQueue(queueName, {
    partitionConcurrency: options.organizationConcurrency ?? 16,
    workerConcurrency: options.workerConcurrency ?? 32,
    minPollingIntervalMs: options.pollingMilliseconds ?? 30,
  })
}

type Registering<Needs> = {
  readonly options: WorkerOptions<Needs>
  readonly db: Db
  readonly inHand: Set<{ readonly jobId: string }>
  readonly parked: Set<string>
  readonly stopping: AbortSignal
  readonly alone: <T>(act: () => Promise<T>) => Promise<T>
}

function register<Needs>({ job, run }: BoundJob<Needs>, registering: Registering<Needs>): void {
  const { options, db, inHand, parked, stopping, alone } = registering
  const { log } = options
  const workflow = async (payload: unknown): Promise<void> => {
    const jobId = DBOS.workflowID!
    const running = { jobId }
    inHand.add(running)
    try {
      const { mostDeaths = 25 } = options
      const losses = await readLosses(db, jobId, { log, mostDeaths })
      const park = () => parked.add(jobId)
      const ping = () => options.pool.query('select 1')
      const { durable, left } = openDurable({ jobId, stopping, park, losses, alone, ping, log })
      await Promise.race([run(options.needs, payload, durable), left])
    } finally {
      inHand.delete(running)
    }
  }
  DBOS.registerWorkflow(workflow, { name: job.name })
}

function oneAfterTheOther(): Registering<unknown>['alone'] {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const next = last.then(act)
    last = next.catch(() => {})
    return next
  }
}

async function launch({ pool, log }: Shared, executorID: string): Promise<void> {
  DBOS.setConfig({
    name: engineName,
    systemDatabaseUrl: poolAddress,
    systemDatabasePool: poolForEngine(pool),
    systemDatabaseSchemaName: engineSchema,
    applicationVersion: engineVersion,
    executorID,
    logger: engineLog(log),
    runMigrations: false,
    useListenNotify: false,
    schedulerPollingIntervalMs: 5000,
  })
  await DBOS.launch()
}
