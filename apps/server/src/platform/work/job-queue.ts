import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { describeFailure, isUserFacingError } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import { backOff, hasRetryableFlag, type RetryPolicy, retry, sleepUnlessAborted } from '../retry.ts'
import { withSpan } from '../tracing/spans.ts'
import { openItemStore } from './item-store.ts'
import {
  endJob,
  findHeldJob,
  type HeldJob,
  jobTable,
  retryJobLater,
  sleepJob,
} from './jobs.store.ts'
import { type BoundJob, type Job, JobAsleepError } from './jobs.ts'
import { retryThroughOutage } from './retry-through-outage.ts'
import {
  type ClaimedWorkItem,
  findPoisonReason,
  type Lease,
  LeaseLostError,
  type WorkQueue,
} from './work-queue.ts'

type JobQueueDependencies = { readonly db: Db; readonly log: Pick<Log, 'warn' | 'error'> }

/** A job that kills its workers. Nothing says that trying once more is safe. */
class PoisonJobError extends Error {
  override readonly name = 'PoisonJobError'

  constructor(reason: string) {
    super(`The worker ${reason} while running this job, so the job will not be retried.`)
  }
}

/** The queue of the jobs, whose rows are in the table `work_item`. */
export function openJobQueue<Dependencies>(
  dependencies: JobQueueDependencies,
  jobs: readonly BoundJob<Dependencies>[],
): WorkQueue<Dependencies> {
  const jobsByName = new Map<string, BoundJob<Dependencies>>(jobs.map((one) => [one.job.name, one]))
  return {
    name: 'platform/run-job',
    ...openItemStore(jobTable([...jobsByName.keys()])),
    run: (ctx, item, lease) => runJob(dependencies, { ctx, jobsByName, item, lease }),
  }
}

type JobToRun<Dependencies> = {
  readonly ctx: Dependencies
  readonly jobsByName: ReadonlyMap<string, BoundJob<Dependencies>>
  readonly item: ClaimedWorkItem
  readonly lease: Lease
}

async function runJob<Dependencies>(
  { db, log }: JobQueueDependencies,
  { ctx, jobsByName, item, lease }: JobToRun<Dependencies>,
): Promise<void> {
  const heldJob = { id: item.id, workerId: lease.workerId }
  const save: Save = (write) => retryThroughOutage({ db, log }, lease, write)
  const row = await retryThroughOutage({ db, log }, lease, () => findHeldJob({ db }, heldJob))
  const bound = row && jobsByName.get(row.kind)
  // The job was cancelled, or taken over.
  if (!row || !bound) return
  try {
    const poisonReason = findPoisonReason(item)
    if (poisonReason) throw new PoisonJobError(poisonReason)
    const { signal, cancelSignal, assertHeld } = lease
    const run = { key: row.key, signal, cancelSignal, assertHeld }
    const attempt = () =>
      retryThroughOutage({ db, log }, lease, () => bound.run(ctx, row.payload, run))
    await withSpan('run job', { 'recto.job': row.kind }, attempt)
  } catch (error) {
    // The error may come from the abort, and then it is no failure of the job.
    if (lease.signal.aborted || error instanceof LeaseLostError) throw new LeaseLostError()
    if (error instanceof JobAsleepError) {
      const { seconds } = error
      return save(() => sleepJob({ db }, heldJob, seconds))
    }
    const onFailure = async () => bound.onFailure?.(ctx, row.payload, error)
    const { signal } = lease
    return endAttempt({ db, log }, { row, job: bound.job, heldJob, error, signal, onFailure, save })
  }
  await save(() => endJob({ db }, heldJob))
}

type Save = (write: () => Promise<void>) => Promise<void>

type FailedAttempt = {
  readonly row: { readonly key: string; readonly attempts: number }
  readonly job: Job
  readonly heldJob: HeldJob
  readonly error: unknown
  readonly signal: AbortSignal
  readonly onFailure: () => Promise<void>
  readonly save: Save
}

/** A conflict in the database must not leave the records of a failed job between two states. */
const failureRetries: RetryPolicy = {
  attempts: 5,
  isRetryable: (error) => !(error instanceof LeaseLostError || error instanceof z.ZodError),
}

/** Lets a job sleep until its next attempt, or ends it if there is none. */
async function endAttempt(
  { db, log }: JobQueueDependencies,
  { row, job, heldJob, error, signal, onFailure, save }: FailedAttempt,
): Promise<void> {
  const reason = describeFailure(error)
  const details = { job: row.key, kind: job.name, reason }
  const seconds = secondsToRetry(job, row.attempts + 1, error)
  if (seconds !== undefined) {
    log.warn({ ...details, seconds }, 'a job failed and will be retried')
    return save(() => retryJobLater({ db }, heldJob, { seconds, error: reason }))
  }
  if (isExpectedError(error)) log.warn(details, 'a job failed')
  else log.error({ ...details, err: error }, 'a job failed')
  const wait = (delay: number) => sleepUnlessAborted(signal, delay)
  await retry(() => save(onFailure), failureRetries, { wait }).catch((failure: unknown) => {
    if (failure instanceof LeaseLostError) throw failure
    log.error({ ...details, err: failure }, 'the failure of a job could not be recorded')
  })
  return save(() => endJob({ db }, heldJob, reason))
}

/** Returns `undefined` if the job must not be attempted again. */
function secondsToRetry(
  { retry: policy = {} }: Job,
  attempt: number,
  error: unknown,
): number | undefined {
  const { attempts = 1, isRetryable = hasRetryableFlag, waitSeconds = backOff } = policy
  if (error instanceof PoisonJobError || attempt >= attempts || !isRetryable(error))
    return undefined
  return waitSeconds(error, attempt)
}

/** Errors of documents and other systems need no stack. */
const isExpectedError = (error: unknown) => isUserFacingError(error) || hasRetryableFlag(error)
