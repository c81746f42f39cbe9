import { notFound } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { untilDatabaseResponds } from '../../platform/db/outage.ts'
import { retry, sleepUnlessAborted } from '../../platform/retry.ts'
import { executionFinished, isFinished } from './execution-state.ts'
import { type ExecutionRow, findExecution } from './executions.store.ts'
import { type ExecutionOutcome, loadOutcome } from './files/execution-outcome.ts'
import { isOnlyInReview } from './review/release-reviewed.store.ts'

type AwaitExecutionOptions = {
  /** The execution as it was accepted. */
  readonly acceptedExecution: ExecutionRow
  readonly seconds: number
  /** Resolves with the outcome, if all files run in this process. */
  readonly outcomePromise?: Promise<ExecutionOutcome | undefined> | undefined
  /** Whether the caller does not need the outcomes of the files. */
  readonly isWithoutFiles?: boolean
}

export type AwaitedExecution = {
  readonly execution: ExecutionRow
  /** Absent if the time was up while files were still being processed. */
  readonly outcome?: ExecutionOutcome
}

/** The row is also polled, because an event can be lost while the database connection is down. */
const pollSeconds = 5
/** Additional time for the last poll, when the caller's time is up. */
const lastPollSeconds = 0.7

/**
 * Returns as soon as the execution has finished or only waits for review. When the time is up or
 * this process shuts down, it returns the current state: the execution continues, and the caller
 * can ask for it again.
 */
export async function awaitExecution(
  { events, shutdownSignal }: Pick<Context, 'events' | 'shutdownSignal'>,
  tenant: Tenant,
  { acceptedExecution, seconds, outcomePromise, isWithoutFiles = false }: AwaitExecutionOptions,
): Promise<AwaitedExecution> {
  const { id } = acceptedExecution
  const deadline = Date.now() + seconds * 1000
  const getRemaining = () => (shutdownSignal.aborted ? 0 : deadline - Date.now())
  const outcome =
    outcomePromise && (await withTimeout(outcomePromise, seconds * 1000, shutdownSignal))
  if (outcome) return { execution: outcome.execution, outcome }
  // A file that was interrupted here continues in another process, which publishes the event.
  let wake = () => {}
  const unsubscribe = events.subscribe(executionFinished, (event) => {
    if (event.executionId === id) wake()
  })
  const pollAbort = new AbortController()
  let lastState = acceptedExecution
  try {
    for (;;) {
      const finishedEvent = new Promise<void>((resolve) => {
        wake = resolve
      })
      const poll = pollExecution(tenant, id, { signal: pollAbort.signal, isWithoutFiles })
      const state = await awaitPoll(poll, getRemaining, shutdownSignal)
      // The database does not respond; the execution was accepted, so it will run.
      if (!state) return { execution: { ...lastState, status: 'EXECUTING' } }
      if (state.isSettled || getRemaining() <= 0) return state
      lastState = state.execution
      const pause = Math.min(getRemaining(), pollSeconds * 1000)
      await withTimeout(finishedEvent, pause, shutdownSignal)
    }
  } finally {
    pollAbort.abort()
    unsubscribe()
  }
}

type PolledExecution = AwaitedExecution & {
  /** Whether it has finished or only waits for review. */
  readonly isSettled: boolean
}

type PollOptions = { readonly signal: AbortSignal; readonly isWithoutFiles: boolean }

/** Loads the state of an execution; while the database does not respond, it waits. */
function pollExecution(
  tenant: Tenant,
  id: string,
  { signal, isWithoutFiles }: PollOptions,
): Promise<PolledExecution> {
  const loadState = async () => {
    const execution = await findExecution(tenant, id)
    if (!execution) throw notFound('execution')
    const isSettled = isFinished(execution) || (await isOnlyInReview(tenant, id))
    if (!isSettled || isWithoutFiles) return { execution, isSettled }
    return { execution, isSettled, outcome: await loadOutcome(tenant, execution) }
  }
  const wait = (seconds: number) => sleepUnlessAborted(signal, seconds)
  return retry(loadState, untilDatabaseResponds, { wait })
}

/** Waits for a poll until the caller's time is up, and then a little longer; `undefined` without a result. */
async function awaitPoll<T>(
  poll: Promise<T>,
  getRemaining: () => number,
  shutdownSignal: AbortSignal,
): Promise<T | undefined> {
  // A poll that fails after nobody waits for it any more must not be an unhandled rejection.
  poll.catch(() => {})
  const state =
    getRemaining() > 0 ? await withTimeout(poll, getRemaining(), shutdownSignal) : undefined
  return state ?? withTimeout(poll, lastPollSeconds * 1000)
}

/** Returns `undefined` when the time is up first, or the signal is aborted. */
async function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<undefined>()
  const endWait = () => resolve(undefined)
  const timer = setTimeout(endWait, signal?.aborted ? 0 : milliseconds)
  signal?.addEventListener('abort', endWait)
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', endWait)
  }
}
