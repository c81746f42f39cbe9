import type { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { RetryPolicy } from '../retry.ts'

/** What can be asked of a worker. Small, so that enqueueing loads no handler. */
export type Job<Payload = unknown> = {
  /** `module/verb-noun`. A job whose steps change gets a new name; the old one stays until drained. */
  readonly name: `${string}/${string}`
  readonly payload: z.ZodType<Payload>
}

export function defineJob<Payload>(job: Job<Payload>): Job<Payload> {
  return job
}

/**
 * A running job as its handler sees it. A handler may be started again on another worker, so it asks
 * for the same steps in the same order each time and does nothing outside them that must not be
 * repeated. When the job is cancelled, or handed to another worker, the handler stays at the `await`
 * of its step for ever: not even a `finally` runs, so what a step opens it also closes.
 */
export type Durable = {
  readonly jobId: string
  /**
   * Runs once: its result is stored before the next step starts, and a later run of the same job
   * returns what is stored. The result must survive JSON. An error that the step ends with is
   * stored too; on a later run it is a plain `Error` of the same name, message and fields.
   */
  step<T>(name: string, run: (inHand: StepContext) => Promise<T>, options?: RetryPolicy): Promise<T>
  /**
   * Runs at every run of the job, and nothing of it is stored: for what may be repeated, as reading
   * rows may, or a write that happens once by itself. Waits out a database that is away, as a step does.
   */
  runUnrecorded<T>(name: string, run: () => Promise<T>, options?: RetryPolicy): Promise<T>
}

/** What a step may want to know while it runs. */
export type StepContext = {
  /**
   * Aborts within seconds of the job's being cancelled: for a step that is long, and whose result nobody
   * wants then. Looking at it begins the watch, which costs a query every second for all watched jobs together.
   */
  readonly cancelled: AbortSignal
}

export type JobHandler<Dependencies, Payload> = (
  ctx: Dependencies,
  payload: Payload,
  durable: Durable,
) => Promise<void>
export type BoundJob<Dependencies> = {
  readonly job: Job
  readonly run: JobHandler<Dependencies, unknown>
}

/** Ties a handler to its job; the payload is parsed again here, because queues outlive deploys. */
export function bindJob<Dependencies, Payload>(
  job: Job<Payload>,
  handle: JobHandler<Dependencies, Payload>,
): BoundJob<Dependencies> {
  return {
    job: job as unknown as Job,
    run: (ctx, payload, durable) => handle(ctx, job.payload.parse(payload), durable),
  }
}

export type EnqueueOptions = {
  /** Two jobs with the same key are one job; it becomes the job's id. */
  readonly key: string
  /** Jobs of one organization run a bounded number at a time, so that one cannot starve the others. */
  readonly organizationId: number
  /** Part of this transaction when given: rolled back, the job was never asked for. */
  readonly db?: Db
  /** Lower runs first; 0 unless stated. */
  readonly priority?: number
}

export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

/** Durable work as feature modules see it. */
export type Jobs = {
  enqueue<Payload>(job: Job<Payload>, payload: Payload, options: EnqueueOptions): Promise<void>
  /** Waiting jobs never run; a running one finishes the step in hand, unless that watches for it, and stops. */
  cancel(jobIds: readonly string[]): Promise<void>
  getState(jobId: string): Promise<JobState | undefined>
}

type Timetable = {
  /** Schedules are told apart by it; the same key again replaces. */
  readonly key: string
  /** Five fields, or six with seconds first. */
  readonly cron: string
  /** An IANA name such as `Europe/Berlin`; UTC unless stated. */
  readonly timeZone?: string
  readonly organizationId: number
}

export type Schedules = {
  /**
   * Asks for the job at every tick, which is one job however many workers run. Ticks that pass while
   * no worker runs are not made up for. Throws when the expression or the time zone is not valid.
   */
  schedule<Payload>(job: Job<Payload>, payload: Payload, timetable: Timetable): Promise<void>
  unschedule(key: string): Promise<void>
}
