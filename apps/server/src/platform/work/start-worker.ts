import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { omitUndefined } from '@recto/omit-undefined'
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import { connect } from '../db/connect.ts'
import type { Db, Tables } from '../db/database.ts'
import type { Events } from '../events/events.ts'
import { defaultLeaseSeconds } from '../lease-seconds.ts'
import type { Log } from '../log/log.ts'
import { announceWork } from './announce-work.ts'
import { turnlessScheduler } from './cpu-scheduler.ts'
import { deleteHeartbeat, openHeartbeat } from './heartbeats.ts'
import { earlierJobsWaitingEvent, importEarlierJobs } from './import-earlier-jobs.ts'
import { openJobQueue } from './job-queue.ts'
import { countUnknownJobs, deleteEndedJobs } from './jobs.store.ts'
import type { BoundJob, PeriodicJob } from './jobs.ts'
import type { ByPriority, ConcurrencyLimits } from './limits.ts'
import { runQueues } from './run-queues.ts'
import { defaultConcurrencyLimits, openSlotPool, type WorkerSlotPool } from './slot-pool.ts'
import { type ScheduleTable, startSchedules } from './start-schedules.ts'
import {
  type Timing,
  takeOverAll,
  type WorkerWatch,
  watchConnections,
  watchWorkers,
} from './take-over.ts'
import { deleteEventLoopStallsBefore } from './watchdog/event-loop-stalls.ts'
import type { WorkQueue } from './work-queue.ts'

export type WorkerOptions<Dependencies> = {
  readonly pool: Pool
  /** For the few connections that the worker keeps to itself. */
  readonly databaseUrl: string
  readonly log: Pick<Log, 'warn' | 'error'>
  readonly events: Events
  readonly needs: Dependencies
  readonly jobs: readonly BoundJob<Dependencies>[]
  /** Queues in the tables of feature modules, and the slots of this process for their items. */
  readonly queues?: {
    readonly all: readonly WorkQueue<Dependencies>[]
    readonly slots: WorkerSlotPool
    readonly limits?: ByPriority<ConcurrencyLimits>
  }
  /** Jobs that the whole installation needs at regular times. */
  readonly periodicJobs?: readonly PeriodicJob<Dependencies>[]
  /** Further schedules that this worker starts. */
  readonly scheduleTables?: readonly ScheduleTable[]
  /** Maximum number of jobs of one organization that run at a time, over all workers; default 16. */
  readonly maxJobsOfOrganization?: number
  /** Maximum number of jobs that run at a time in this process; default 32, so that no organization fills it. */
  readonly maxJobs?: number
  /** Called when a run of a job ends. */
  readonly onJobEnd?: (run: { readonly seconds: number }) => void
  /** Interval at which waiting items are looked for without a notification; default 2. */
  readonly lookEverySeconds?: number
  /**
   * Whether no other worker can be alive, as the lock of a data folder proves. Then the work of a killed
   * predecessor continues immediately.
   */
  readonly isOnlyWorker?: boolean
  readonly timing?: Partial<Timing>
}

export type Worker = {
  readonly workerId: string
  /**
   * Claims nothing more, lets running items end, and releases the rest. Resolves after `withinSeconds` at
   * the latest, or a little later if the database is slow.
   */
  stop(limit: { readonly withinSeconds: number }): Promise<void>
}

const defaultTiming: Timing = {
  beatSeconds: 1,
  leaseSeconds: defaultLeaseSeconds,
  checkSeconds: 60,
}
const keepDays = 30

/** Runs the work of all queues in this process. */
export async function startWorker<Dependencies>(
  options: WorkerOptions<Dependencies>,
): Promise<Worker> {
  const { pool, databaseUrl, log, events, isOnlyWorker = false } = options
  const workerId = `${hostname()}:${process.pid}:${randomUUID()}`
  const own = connect(databaseUrl, log, watchConnections)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const { periodicJobs = [] } = options
  const jobs = [...options.jobs, ...periodicJobs]
  const jobQueue = openJobQueue({ db, log }, jobs)
  const queues = [...(options.queues?.all ?? []), jobQueue]
  const timing = { ...defaultTiming, ...options.timing }
  const { leaseSeconds } = timing
  const { heartbeat, share } = openHeartbeat({ db: own.db, workerId, leaseSeconds, isOnlyWorker })
  const jobNames = jobs.map(({ job }) => job.name)
  const watch: WorkerWatch = {
    db: own.db,
    workerId,
    heartbeat,
    queues,
    log,
    timing,
    announceWork: () => announceWork({ events, db, log }),
    maintain: () => maintain({ db: own.db, log, jobNames }),
  }
  try {
    await heartbeat.renew()
    if (isOnlyWorker) await takeOverAll(watch)
    await moveEarlierJobs({ db: own.db, log, jobNames })
  } catch (error) {
    await own.close()
    throw error
  }
  const watchController = new AbortController()
  const watchPromise = watchWorkers(watch, watchController.signal)
  const stopSchedules = startSchedules({
    db,
    log,
    events,
    periodicJobs,
    ...omitUndefined({ tables: options.scheduleTables }),
  })
  const unsubscribe = events.subscribe(earlierJobsWaitingEvent, () => {
    void moveEarlierJobs({ db, log, jobNames }).then(watch.announceWork)
  })
  const runners = startRunners(options, { jobQueue, db, owner: { workerId, heartbeat, share } })

  const stop = async (limit: { readonly withinSeconds: number }) => {
    unsubscribe()
    await stopSchedules()
    // The heartbeat ends last, because what a worker without one holds looks like a dead worker's.
    await Promise.all(runners.map((runner) => runner.stop(limit)))
    watchController.abort()
    await watchPromise
    await deleteHeartbeat(db, workerId).catch((error: unknown) => {
      log.warn({ err: error }, 'the heartbeat of this worker could not be deleted; it expires')
    })
    await own.close()
  }
  let stopPromise: Promise<void> | undefined
  return { workerId, stop: (limit) => (stopPromise ??= stop(limit)) }
}

const messageLimits: ConcurrencyLimits = { max: 16, maxOfOrganization: 16, maxOfGroup: 16 }

type RunnerContext<Dependencies> = {
  readonly jobQueue: WorkQueue<Dependencies>
  readonly db: Db
  readonly owner: Parameters<WorkerSlotPool['open']>[0]
}

function startRunners<Dependencies>(
  options: WorkerOptions<Dependencies>,
  { jobQueue, db, owner }: RunnerContext<Dependencies>,
) {
  const { maxJobs: max = 32, maxJobsOfOrganization: maxOfOrganization = 16 } = options
  const jobLimits: ConcurrencyLimits = { max, maxOfOrganization, maxOfGroup: maxOfOrganization }
  const { all = [], slots: itemSlots, limits: itemLimits } = options.queues ?? {}
  const jobs = {
    slotKind: 'jobs' as const,
    all: [jobQueue],
    slots: openSlotPool({
      scheduler: turnlessScheduler,
      ...omitUndefined({ onRunEnd: options.onJobEnd }),
    }),
    limits: { awaited: jobLimits, batch: jobLimits },
  }
  const items = itemSlots && {
    slotKind: 'items' as const,
    all: all.filter(({ slotKind = 'items' }) => slotKind === 'items'),
    slots: itemSlots,
    limits: itemLimits ?? defaultConcurrencyLimits,
  }
  const messages = {
    slotKind: 'jobs' as const,
    all: all.filter(({ slotKind }) => slotKind === 'jobs'),
    // Not those of jobs, so that a mail does not wait for long ones.
    slots: openSlotPool({ scheduler: turnlessScheduler }),
    limits: { awaited: messageLimits, batch: messageLimits },
  }
  const isShared = !options.isOnlyWorker
  const pools = messages.all.length > 0 ? [jobs, messages] : [jobs]
  return (items ? [items, ...pools] : pools).map(({ all: queues, slots, slotKind, limits }) => {
    slots.open(owner, limits)
    return runQueues({ ...options, ...owner, queues, slots, slotKind, limits, isShared, db })
  })
}

type MaintainOptions = {
  readonly db: Db
  readonly log: Pick<Log, 'error'>
  readonly jobNames: readonly string[]
}

/** A job of an earlier version that cannot be read must not keep the others, or the start, from going on. */
async function moveEarlierJobs({ db, log, jobNames }: MaintainOptions): Promise<void> {
  await importEarlierJobs(db, jobNames).catch((error: unknown) => {
    log.error({ err: error }, 'jobs of an earlier version could not be moved yet')
  })
}

/** Deletes what is no longer needed, and reports jobs that nobody runs. */
async function maintain({ db, log, jobNames }: MaintainOptions): Promise<void> {
  await moveEarlierJobs({ db, log, jobNames })
  await deleteEndedJobs({ db }, keepDays)
  await deleteEventLoopStallsBefore(db, new Date(Date.now() - keepDays * 24 * 60 * 60 * 1000))
  const unknownJobs = await countUnknownJobs({ db }, jobNames)
  if (unknownJobs.length > 0) log.error({ unknownJobs }, 'this worker does not know these jobs')
}
