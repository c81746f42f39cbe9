import type { Pool } from 'pg'
import { startArrivals } from '../../features/pipelines/arrivals/arrivals.worker.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Context } from '../../platform/context.ts'
import { withinSeconds } from '../../platform/within-seconds.ts'
import type { ByPriority, ConcurrencyLimits } from '../../platform/work/limits.ts'
import type { WorkerSlotPool } from '../../platform/work/slot-pool.ts'
import { startWorker } from '../../platform/work/start-worker.ts'
import { startWatchdog } from '../../platform/work/watchdog/start-watchdog.ts'
import { observeRun } from '../app/process-metrics.ts'
import { jobs, openScheduleTables, periodicJobs, queues } from './jobs.ts'
import type { RunningProcess } from './run-process.ts'

type RunJobsOptions = {
  readonly ctx: Context
  readonly pool: Pool
  readonly slots: WorkerSlotPool
  readonly databaseUrl: string
  readonly isOnlyWorker: boolean
  /** Whether this worker also starts pipelines that are due. */
  readonly startsPipelines: boolean
}

/** Time to hand over what did not end, and to stop the database and whatever else is open. */
const secondsAfterWorker = 5

const slowDatabase =
  'The worker could not be started, because the database does not respond or is very slow. Start Recto again.'

/** Runs the jobs of all feature modules in this process until it ends. */
export async function runJobs(
  { config, log, onStop, stopSecondsLeft }: RunningProcess,
  options: RunJobsOptions,
): Promise<void> {
  const { ctx, pool, slots, databaseUrl, isOnlyWorker, startsPipelines } = options
  const worker = await withinSeconds({ seconds: 180, advice: slowDatabase }, () =>
    startWorker({
      pool,
      databaseUrl,
      jobs,
      periodicJobs,
      scheduleTables: startsPipelines ? openScheduleTables(ctx) : [],
      needs: ctx,
      events: ctx.events,
      onJobEnd: ({ seconds }) => observeRun('job', seconds),
      queues: { all: queues, slots, limits: getConcurrencyLimits(config) },
      log,
      isOnlyWorker,
      maxJobsOfOrganization: Math.min(config.jobsPerOrganization ?? 16, 16),
      maxJobs: Math.min(config.jobsPerWorker, 32),
    }),
  )
  onStop(() => worker.stop({ withinSeconds: Math.max(1, stopSecondsLeft() - secondsAfterWorker) }))
  if (startsPipelines) onStop(startArrivals(ctx))
  onStop(startWatchdog({ databaseUrl }))
}

/**
 * Interactive calls have slots besides those of batches: a slot costs little while its file waits for a
 * model or for its pages. No workflow gets more than half of the slots, and no organization gets all.
 */
function getConcurrencyLimits(config: Config): ByPriority<ConcurrencyLimits> {
  const { jobsPerWorkflow, jobsPerOrganization, jobsPerWorker: max } = config
  const ofEachWorker = [
    ...(jobsPerOrganization === undefined ? ['maxOfOrganization' as const] : []),
    ...(jobsPerWorkflow === undefined ? ['maxOfGroup' as const] : []),
  ]
  return {
    awaited: { max, maxOfOrganization: Math.ceil(max * 0.75), maxOfGroup: Math.ceil(max / 2) },
    batch: {
      max,
      maxOfOrganization: jobsPerOrganization ?? 64,
      maxOfGroup: jobsPerWorkflow ?? 16,
      ofEachWorker,
    },
  }
}
