import { DBOS, Error as DbosError } from '@dbos-inc/dbos-sdk'
import { retryOnOutage, untilDatabaseResponds } from '../db/outage.ts'
import { describeFailure } from '../describe-failure.ts'
import { isStorageUnavailable, retryWhileDiskFull } from '../disk-full.ts'
import { type RetryPolicy, retry, sleepUnlessAborted } from '../retry.ts'
import { maxEventLoopStalls } from '../watchdog/standstills.ts'
import type { AskedSteps } from './asked-steps.ts'
import type { JobsLog } from './dbos.ts'
import type { Durable, StepContext } from './jobs.ts'

/** A step during which the worker died again and again. Nothing says that trying once more is safe. */
class StepGivenUpError extends Error {
  override readonly name = 'StepGivenUpError'
  readonly isRetryable = false

  constructor(step: string, event: string, times: number) {
    super(
      `The worker ${event} ${times} times while running the step “${step}”. The step will not be retried.`,
    )
  }
}

/** What one run of a job needs to know of the worker that runs it. */
export type RunningJob = {
  readonly jobId: string
  /** Aborts when the worker is asked to stop. */
  readonly stopping: AbortSignal
  readonly askedSteps: Pick<AskedSteps, 'add'>
  /** Called when the job waits to be handed to another worker. */
  readonly setAside: () => void
  readonly deaths: Deaths
  /** Runs one after the other what may be deadly, so that a death is put down to the one that ran. */
  readonly runExclusively: <T>(act: () => Promise<T>) => Promise<T>
  /** Resolves when the database is there and takes writes. */
  readonly ping: () => Promise<unknown>
  readonly log: JobsLog
}

/** How often workers died over a job since one of its steps last came to an end. */
export type Deaths = {
  times: number
  readonly maxTimes: number
  /** How often its loop stood still over the job, and it was ended for that. */
  standstills: number
  /** Whether it was there so often that it may be the cause. */
  mayBePoison(): boolean
  /** Counts a death before it can happen; `reset` takes it back when it does not. */
  countAhead(): Promise<void>
  reset(): Promise<void>
}

type OpenedDurable = {
  readonly durable: Durable
  /** Rejects when the job is no longer this worker's to finish; its handler does not notice. */
  readonly takenAway: Promise<never>
}

/**
 * A cancelled or lost job must not look like a failed step to its handler, which would record a
 * failure: the handler's promise is left pending, and only DBOS is told.
 */
export function openDurable(runningJob: RunningJob): OpenedDurable {
  const { promise: takenAway, reject: leave } = Promise.withResolvers<never>()
  const handOver = () => {
    runningJob.setAside()
    return new Promise<never>(() => {})
  }

  const withRetries = <T>(name: string, work: () => Promise<T>, options: RetryPolicy) => {
    const wait = (seconds: number, error: unknown) =>
      waitToRetry(runningJob, { name, seconds, error }, handOver)
    const untilBack = async () =>
      void (await retry(runningJob.ping, untilDatabaseResponds, { wait }))
    const run = () => retryWhileDiskFull(work, wait)
    return retry(() => retryOnOutage(run, untilBack), options, { wait }).catch((error) => {
      // What a stopping worker closes under a step's hands is no failure of the step: another worker does it.
      if (runningJob.stopping.aborted && !isTakenAway(error)) return handOver()
      throw error
    })
  }

  const attempt = async <T>(name: string, work: Work<T>, options: RetryPolicy) => {
    const inHand = openStepInHand()
    await refusePoison(name, runningJob.deaths)
    const run = () => guarded(runningJob, () => work(inHand), handOver)
    return asStored(await withRetries(name, run, options))
  }

  return {
    takenAway,
    durable: {
      jobId: runningJob.jobId,
      step(name, work, options = {}) {
        if (runningJob.stopping.aborted) return handOver()
        const begin = runningJob.askedSteps.add()
        const run = () => {
          begin()
          return attempt(name, work, options)
        }
        // DBOS numbers steps in the order of these calls, so nothing may be awaited before this call.
        const outcome = DBOS.runStep(run, { name }).finally(begin)
        return outcome.catch((error) => {
          if (!isTakenAway(error)) throw error
          leave(error)
          return new Promise<never>(() => {})
        })
      },

      runUnrecorded(name, work, options = {}) {
        return runningJob.stopping.aborted ? handOver() : withRetries(name, work, options)
      },
    },
  }
}

type Work<T> = (inHand: StepContext) => Promise<T>

/** To be called where DBOS runs the step. */
function openStepInHand(): StepContext {
  const status = DBOS.stepStatus
  return {
    get cancelled() {
      return status?.cancelSignal ?? new AbortController().signal
    },
  }
}

/** A step that may have killed its workers runs while no other such step does. */
async function guarded<T>(
  { deaths, runExclusively, stopping: stopSignal }: RunningJob,
  work: () => Promise<T>,
  handOver: () => Promise<never>,
): Promise<T> {
  if (deaths.times === 0) return work()
  const survive = () => work().finally(() => deaths.reset())
  if (!deaths.mayBePoison()) return survive()
  const outcome = await runExclusively(async () => {
    if (stopSignal.aborted) return undefined
    await deaths.countAhead()
    return { result: await survive() }
  })
  return outcome ? outcome.result : handOver()
}

type Failure = { readonly name: string; readonly seconds: number; readonly error: unknown }

/** No connection is held meanwhile; a stop or a cancellation ends the wait. */
async function waitToRetry(
  { jobId, stopping: stopSignal, log }: RunningJob,
  { name, seconds, error }: Failure,
  handOver: () => Promise<never>,
): Promise<void> {
  // Another attempt would meet the same.
  if (isTakenAway(error)) throw error
  const reason = describeFailure(error)
  // The log recognizes a full disk by the error, and repeats that line once a minute at most.
  const storageError = isStorageUnavailable(error) ? error : undefined
  const details = { job: jobId, step: name, seconds, reason, err: storageError }
  log.warn(details, 'a step failed and will be retried')
  const cancelSignal = DBOS.stepStatus?.cancelSignal
  const ends = cancelSignal ? AbortSignal.any([stopSignal, cancelSignal]) : stopSignal
  await sleepUnlessAborted(ends, seconds).catch((reason: unknown) => {
    if (cancelSignal?.aborted) throw reason
    return handOver()
  })
}

/** The first step without a result is the one that was in hand; only that one is refused. */
async function refusePoison(step: string, deaths: Deaths): Promise<void> {
  const { times, maxTimes, standstills } = deaths
  if (times < maxTimes && standstills < maxEventLoopStalls) return
  await deaths.reset()
  if (standstills < maxEventLoopStalls) throw new StepGivenUpError(step, 'crashed', times)
  throw new StepGivenUpError(step, 'stopped responding', standstills)
}

function isTakenAway(error: unknown): boolean {
  return (
    error instanceof DbosError.DBOSWorkflowCancelledError ||
    error instanceof DbosError.DBOSWorkflowConflictError
  )
}

/** The first run sees what a later one reads back. */
function asStored<T>(result: T): T {
  return result === undefined ? result : (JSON.parse(JSON.stringify(result)) as T)
}
