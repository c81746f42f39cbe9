import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { DBOS, type DBOSClient, type WorkflowQueue } from '@dbos-inc/dbos-sdk'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { connect } from '../db/connect.ts'
import type { Db, Tables } from '../db/database.ts'
import { assertWritable } from '../db/outage.ts'
import type { Events } from '../events/events.ts'
import { defaultLeaseSeconds } from '../lease-seconds.ts'
import { announceWork } from '../leases/announce-work.ts'
import type { LeasedWork } from '../leases/leases.ts'
import { type LeaseRunner, runLeases } from '../leases/run-leases.ts'
import type { ByPriority, ConcurrencyLimits } from '../leases/slot.ts'
import {
  defaultConcurrencyLimits,
  type RunningWorker,
  type WorkerSlotPool,
} from '../leases/slot-pool.ts'
import { runWithWorkId } from '../watchdog/at-work.ts'
import { loadEventLoopStalls } from '../watchdog/standstills.ts'
import { type AskedSteps, openAskedSteps } from './asked-steps.ts'
import {
  dbosLog,
  dbosName,
  dbosSchema,
  dbosVersion,
  type JobsLog,
  poolAddress,
  queueName,
} from './dbos.ts'
import { poolForDbos } from './dbos-pool.ts'
import { dispatchWhenTold } from './dispatch-jobs.ts'
import { openDurable } from './durable.ts'
import type { BoundJob } from './jobs.ts'
import { startHeartbeat } from './open-life.ts'
import { readDeaths } from './poison-jobs.ts'
import { type Reaper, runReaper, type Timing, takeOverAll } from './reaper.ts'
import { openDbosClient } from './start-client.ts'
import { stopWorker } from './stop-worker.ts'
import { registerTick } from './tick.ts'
import { announceJobs, jobsWaiting } from './waiting-jobs.ts'

type Limits = {
  /** Jobs of one organization that run at a time, over all workers; 16 unless stated. */
  readonly organizationConcurrency?: number
  /** Jobs that run at a time in this process; 32 unless stated, so that no organization fills it. */
  readonly workerConcurrency?: number
  /** How often waiting jobs are looked for without being told of any; 2 unless stated. */
  readonly lookEverySeconds?: number
}

type Shared = { readonly pool: Pool; readonly log: JobsLog; readonly events: Events }

export type WorkerOptions<Dependencies> = Limits &
  Shared & {
    /** For the two connections that the worker keeps to itself. */
    readonly databaseUrl: string
    readonly jobs: readonly BoundJob<Dependencies>[]
    readonly needs: Dependencies
    /** Work that is claimed in tables of the feature modules, and where this process has room for it. */
    readonly leases?: {
      readonly work: readonly LeasedWork<Dependencies>[]
      readonly slots: WorkerSlotPool
      readonly limits?: ByPriority<ConcurrencyLimits>
    }
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
    readonly maxDeaths?: number
  }

export type Worker = {
  readonly executorId: string
  /**
   * Takes no more jobs, lets steps in hand finish, and puts jobs that have further steps back into
   * the queue. Resolves after `withinSeconds` at the latest, or five more where the database is slow;
   * what is still in hand then is started again by another worker.
   */
  stop(limit: { readonly withinSeconds: number }): Promise<void>
}

/** A step begins as soon as DBOS has looked for its result. */
const maxSecondsToBegin = 5
const defaultConcurrency = { organization: 16, worker: 32 }
const defaultTiming: Timing = {
  beatSeconds: 1,
  leaseSeconds: defaultLeaseSeconds,
  checkSeconds: 60,
  keepDays: 30,
}

/** One worker lives in a process at a time: DBOS is the process's own. */
export async function startWorker<Dependencies>(
  options: WorkerOptions<Dependencies>,
): Promise<Worker> {
  if (DBOS.isInitialized()) throw new Error('A worker is already running in this process.')
  const { pool, databaseUrl, jobs, log, events } = options
  const executorId = `${hostname()}:${process.pid}:${randomUUID()}`
  const stopController = new AbortController()
  const reapController = new AbortController()
  const setAside = new Set<string>()
  const inHand = new Set<{ readonly jobId: string }>()
  const askedSteps = openAskedSteps()
  const own = connect(databaseUrl, log, 2)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const client = await openDbosClient({ pool, log })
  const timing = { ...defaultTiming, ...options.timing }
  const { leaseSeconds } = timing
  const { pulse, share } = startHeartbeat({
    ...options,
    db: own.db,
    workerId: executorId,
    leaseSeconds,
  })
  const reaper: Reaper = {
    client,
    db: own.db,
    executorId,
    jobNames: jobs.map(({ job }) => job.name),
    inHand,
    log,
    timing,
    pulse,
    leasedWork: options.leases?.work ?? [],
    announce: () => announceJobs({ events, db, log }),
    announceWork: () => announceWork({ events, db, log }),
  }
  let unsubscribe = () => {}
  const close = async () => {
    reapController.abort()
    unsubscribe()
    await client.destroy()
    await own.close()
  }

  try {
    await pulse.renew()
    if (options.isOnlyWorker) await takeOverAll(reaper)
    const queue = await registerQueue(client, options)
    const { lookEverySeconds = 2 } = options
    const dispatchOptions = { queue, log, lookEverySeconds, mayClaim: pulse.isFresh }
    unsubscribe = events.subscribe(jobsWaiting, dispatchWhenTold(dispatchOptions))
    registerTick(client, reaper.announce)
    const inTurn = takeTurns()
    const registration = {
      options,
      db,
      inHand,
      askedSteps,
      setAside,
      stopping: stopController.signal,
      inTurn,
    }
    for (const bound of jobs) register(bound, registration)
    await launch(options, executorId)
  } catch (error) {
    await DBOS.shutdown({ deregister: true })
    await close()
    throw error
  }
  const reaperPromise = runReaper(reaper, reapController.signal)
  const leases = startLeases(options, db, { workerId: executorId, pulse, share })

  const stop = async (limit: { readonly withinSeconds: number }) => {
    stopController.abort()
    const leasesStopped = leases?.stop(limit)
    await askedSteps.haveBegun(maxSecondsToBegin)
    await stopWorker({ ...reaper, setAside, ...limit, beforeLeave: leasesStopped })
    reapController.abort()
    await reaperPromise
    await close()
  }
  let stopPromise: Promise<void> | undefined
  return { executorId, stop: (limit) => (stopPromise ??= stop(limit)) }
}

function startLeases<Dependencies>(
  options: WorkerOptions<Dependencies>,
  db: Db,
  owner: RunningWorker,
): LeaseRunner | undefined {
  const { leases, needs, log, events } = options
  if (!leases) return undefined
  const { limits = defaultConcurrencyLimits } = leases
  leases.slots.open(owner, limits)
  const { workerId, share } = owner
  const isShared = !options.isOnlyWorker
  const standstillsOf = (ids: readonly string[]) => loadEventLoopStalls(db, ids)
  const identity = { workerId, share, isShared }
  const leaseOptions = { ...leases, ...identity, limits, standstillsOf, events, needs, db, log }
  return runLeases(leaseOptions)
}

function registerQueue(client: DBOSClient, options: Limits): Promise<WorkflowQueue> {
  return client.registerQueue(queueName, {
    partitionConcurrency: options.organizationConcurrency ?? defaultConcurrency.organization,
    workerConcurrency: options.workerConcurrency ?? defaultConcurrency.worker,
  })
}

type Registration<Dependencies> = {
  readonly options: WorkerOptions<Dependencies>
  readonly db: Db
  readonly inHand: Set<{ readonly jobId: string }>
  readonly askedSteps: AskedSteps
  readonly setAside: Set<string>
  readonly stopping: AbortSignal
  readonly inTurn: <T>(act: () => Promise<T>) => Promise<T>
}

function register<Dependencies>(
  { job, run }: BoundJob<Dependencies>,
  registration: Registration<Dependencies>,
): void {
  const { options, db, inHand, askedSteps, setAside, stopping: stopSignal, inTurn } = registration
  const { log } = options
  const workflow = async (payload: unknown): Promise<void> => {
    const jobId = DBOS.workflowID!
    const runningJob = { jobId }
    inHand.add(runningJob)
    try {
      const { maxDeaths = 25 } = options
      const deaths = await readDeaths(db, jobId, { log, maxDeaths })
      const { durable, takenAway } = openDurable({
        jobId,
        stopping: stopSignal,
        askedSteps,
        setAside: () => setAside.add(jobId),
        deaths,
        runExclusively: inTurn,
        ping: () => assertWritable(db),
        log,
      })
      const work = runWithWorkId(jobId, () => run(options.needs, payload, durable))
      await Promise.race([work, takenAway])
    } finally {
      inHand.delete(runningJob)
    }
  }
  DBOS.registerWorkflow(workflow, { name: job.name })
}

function takeTurns(): Registration<unknown>['inTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const next = last.then(act)
    last = next.catch(() => {})
    return next
  }
}

async function launch({ pool, log }: Shared, executorID: string): Promise<void> {
  DBOS.setConfig({
    name: dbosName,
    systemDatabaseUrl: poolAddress,
    systemDatabasePool: poolForDbos(pool),
    systemDatabaseSchemaName: dbosSchema,
    applicationVersion: dbosVersion,
    executorID,
    logger: dbosLog(log),
    runMigrations: false,
    useListenNotify: false,
    schedulerPollingIntervalMs: 5000,
  })
  await DBOS.launch()
}
