import { DBOS, Error as EngineError } from '@dbos-inc/dbos-sdk'
import { describeFailure } from '../describe-failure.ts'
import { type RetryPolicy, retry, waitUnless } from '../retry.ts'
import type { JobsLog } from './engine.ts'
import type { Durable } from './jobs.ts'
import { despiteOutage, isConnectionLost } from './outage.ts'

/** A step during which the worker died again and again. Nothing says that trying once more is safe. */
export class StepGivenUpError extends Error {
  override readonly name = 'StepGivenUpError'
  readonly isRetryable = false

  constructor(step: string, times: number) {
    super(`The worker died ${times} times while it ran the step “${step}”; it is not tried again.`)
  }
}

/** What one run of a job needs to know of the worker that runs it. */
export type Run = {
  readonly jobId: string
  /** Comes when the worker is asked to stop. */
  readonly stopping: AbortSignal
  /** Told once, when the job waits to be handed to another worker. */
  readonly park: () => void
  readonly losses: Losses
  /** Runs one after the other what may be deadly, so that a death is put down to the one that ran. */
  readonly alone: <T>(act: () => Promise<T>) => Promise<T>
  /** Any query, to see whether the database is there. */
  readonly ping: () => Promise<unknown>
  readonly log: JobsLog
}

/** How often workers died over a job since one of its steps last came to an end. */
export type Losses = {
  times: number
  readonly limit: number
  /** Whether it was there so often that it may be the cause. */
  isSuspect(): boolean
  /** Counts a death before it can happen; forgotten when it does not. */
  expect(): Promise<void>
  forget(): Promise<void>
}

type Open = {
  readonly durable: Durable
  /** Rejects when the job is no longer this worker's to finish. The handler is not told. */
  readonly left: Promise<never>
}

const patience = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: isConnectionLost,
  waitSeconds: () => 1,
}

/**
 * A cancelled or lost job must not look like a failed step to its handler, which would record a
 * failure: the handler's promise is left pending, and the engine alone hears of it.
 */
export function openDurable(run: Run): Open {
  const { promise: left, reject: leave } = Promise.withResolvers<never>()
  const stay = () => {
    run.park()
    return new Promise<never>(() => {})
  }

  const insist = <T>(name: string, work: () => Promise<T>, options: RetryPolicy) => {
    const wait = (seconds: number, error: unknown) =>
      waitToRetry(run, { name, seconds, error }, stay)
    const untilBack = async () => void (await retry(run.ping, patience, { wait }))
    return retry(() => despiteOutage(work, untilBack), options, { wait }).catch((error) => {
      // What a stopping worker closes under a step's hands is no failure of the step: another worker does it.
      if (run.stopping.aborted && !isTakenAway(error)) return stay()
      throw error
    })
  }

  const attempt = async <T>(name: string, work: () => Promise<T>, options: RetryPolicy) => {
    await giveUpIfDeadly(name, run.losses)
    return asStored(await insist(name, () => watched(run, work, stay), options))
  }

  return {
    left,
    durable: {
      jobId: run.jobId,
      step(name, work, options = {}) {
        if (run.stopping.aborted) return stay()
        // The engine numbers steps as they are asked for, so nothing may be awaited before this call.
        return DBOS.runStep(() => attempt(name, work, options), { name }).catch((error) => {
          if (!isTakenAway(error)) throw error
          leave(error)
          return new Promise<never>(() => {})
        })
      },

      everyTime(name, work, options = {}) {
        return run.stopping.aborted ? stay() : insist(name, work, options)
      },
    },
  }
}

/** A step that may have killed its workers runs while no other such step does. */
async function watched<T>(
  { losses, alone, stopping }: Run,
  work: () => Promise<T>,
  stay: () => Promise<never>,
): Promise<T> {
  if (losses.times === 0) return work()
  const survive = () => work().finally(() => losses.forget())
  if (!losses.isSuspect()) return survive()
  const outcome = await alone(async () => {
    if (stopping.aborted) return undefined
    await losses.expect()
    return { result: await survive() }
  })
  return outcome ? outcome.result : stay()
}

type Failure = { readonly name: string; readonly seconds: number; readonly error: unknown }

/** No connection is held meanwhile; a stop or a cancellation ends the wait. */
async function waitToRetry(
  { jobId, stopping, log }: Run,
  { name, seconds, error }: Failure,
  stay: () => Promise<never>,
): Promise<void> {
  const reason = describeFailure(error)
  log.warn({ job: jobId, step: name, seconds, reason }, 'a step failed and is tried again')
  const cancelled = DBOS.stepStatus?.cancelSignal
  const ends = cancelled ? AbortSignal.any([stopping, cancelled]) : stopping
  await waitUnless(ends, seconds).catch((reason: unknown) => {
    if (cancelled?.aborted) throw reason
    return stay()
  })
}

/** The first step without a result is the one that was in hand; only that one is refused. */
async function giveUpIfDeadly(step: string, losses: Losses): Promise<void> {
  const { times, limit } = losses
  if (times < limit) return
  await losses.forget()
  throw new StepGivenUpError(step, times)
}

function isTakenAway(error: unknown): boolean {
  return (
    error instanceof EngineError.DBOSWorkflowCancelledError ||
    error instanceof EngineError.DBOSWorkflowConflictError
  )
}

/** The first run sees what a later one reads back. */
function asStored<T>(result: T): T {
  return result === undefined ? result : (JSON.parse(JSON.stringify(result)) as T)
}
