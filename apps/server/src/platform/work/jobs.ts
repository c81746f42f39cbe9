import type { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { RetryPolicy } from '../retry.ts'
import type { Lease } from './work-queue.ts'

/** A kind of work without a row of its own. Small, so that enqueueing loads no handler. */
export type Job<Payload = unknown> = {
  /** `module/verb-noun` */
  readonly name: `${string}/${string}`
  readonly payload: z.ZodType<Payload>
  /** How often and when the whole job is repeated after an error. A waiting job takes no slot. */
  readonly retry?: RetryPolicy
}

export function defineJob<Payload>(job: Job<Payload>): Job<Payload> {
  return job
}

/** A running job, as its handler sees it. */
export type JobRun = Pick<Lease, 'signal' | 'cancelSignal' | 'assertHeld'> & {
  /** The key under which the job was enqueued. */
  readonly key: string
}

/**
 * Runs a job. It may run again from the start, on this worker or on another: after an error, a crash or an
 * outage. So what must not be repeated is a row that is written once.
 */
export type JobHandler<Dependencies, Payload> = (
  ctx: Dependencies,
  payload: Payload,
  run: JobRun,
) => Promise<void>

/** Thrown by a job that has nothing to do for a while. It runs again afterwards, and this is no failed attempt. */
export class JobAsleepError extends Error {
  override readonly name = 'JobAsleepError'
  readonly seconds: number

  constructor(seconds: number) {
    super(`The job continues in ${seconds} s.`)
    this.seconds = seconds
  }
}

/** Records that a job has failed for good: its retries are used up, or it kills its workers. */
export type FailureHandler<Dependencies, Payload> = (
  ctx: Dependencies,
  payload: Payload,
  error: unknown,
) => Promise<void>

export type BoundJob<Dependencies> = {
  readonly job: Job
  readonly run: JobHandler<Dependencies, unknown>
  readonly onFailure?: FailureHandler<Dependencies, unknown>
}

/** A job that the whole installation needs at regular times. Its payload is empty. */
export type PeriodicJob<Dependencies> = BoundJob<Dependencies> & {
  /** Five fields, in UTC. */
  readonly cron: string
  /** Whether it also runs whenever a worker starts, because what it checks may have changed with the settings. */
  readonly runsAtStart?: boolean
}

/** Ties a handler to its job. The payload is parsed again here, because queues outlive deployments. */
export function bindJob<Dependencies, Payload>(
  job: Job<Payload>,
  handle: JobHandler<Dependencies, Payload>,
  onFailure: FailureHandler<Dependencies, Payload> = async () => {},
): BoundJob<Dependencies> {
  return {
    job: job as unknown as Job,
    run: async (ctx, payload, run) => handle(ctx, job.payload.parse(payload), run),
    onFailure: async (ctx, payload, error) => onFailure(ctx, job.payload.parse(payload), error),
  }
}

export type EnqueueOptions = {
  /** Two jobs with the same key are one job. */
  readonly key: string
  /**
   * A bounded number of jobs of one organization run at a time, so that it cannot starve the others. Null for
   * a job of the whole installation.
   */
  readonly organizationId: number | null
  /** The transaction that the job becomes part of: if it is rolled back, the job was never enqueued. */
  readonly db?: Db
}

export type Jobs = {
  enqueue<Payload>(job: Job<Payload>, payload: Payload, options: EnqueueOptions): Promise<void>
  /** Cancels jobs by their keys. Waiting ones never run; running ones are aborted. */
  cancel(keys: readonly string[]): Promise<void>
}

export type ScheduleOptions = {
  /** Identifies the schedule; the same key again replaces it. */
  readonly key: string
  /** Five fields, or six with seconds first; in UTC. */
  readonly cron: string
  /** Null for a schedule of the whole installation. */
  readonly organizationId: number | null
}

export type Schedules = {
  /**
   * Enqueues the job at every tick, once for all workers. Ticks that pass while no worker runs are made up
   * for by one run. Throws if the expression is invalid.
   */
  schedule<Payload>(job: Job<Payload>, payload: Payload, options: ScheduleOptions): Promise<void>
}
