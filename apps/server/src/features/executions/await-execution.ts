import { setTimeout as sleep } from 'node:timers/promises'
import { notFound } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { isConnectionLost, untilAnswers } from '../../platform/db/outage.ts'
import { retry } from '../../platform/retry.ts'
import { executionFinished } from './executions.events.ts'
import { type ExecutionRow, findExecution } from './executions.store.ts'
import { type ExecutionOutcome, readOutcome } from './files/execution-outcome.ts'
import { isFinished } from './is-finished.ts'

type Input = {
  readonly executionId: string
  readonly seconds: number
  /** Where all files run in this process: resolves when they are through, with what came of them. */
  readonly finished?: Promise<ExecutionOutcome | undefined> | undefined
}

export type AwaitedExecution = {
  readonly execution: ExecutionRow
  /** Absent when the time was over before the end. */
  readonly outcome?: ExecutionOutcome
}

/** A notification can be missed while its line is down, so the row is looked at now and then too. */
const lookEverySeconds = 5

/**
 * Returns the moment the execution has finished, or with its state so far when the time is over or this
 * process ends: it goes on elsewhere, and its caller can ask for it.
 */
export async function awaitExecution(
  { events, leaving }: Pick<Context, 'events' | 'leaving'>,
  tenant: Tenant,
  { executionId, seconds, finished }: Input,
): Promise<AwaitedExecution> {
  const deadline = Date.now() + seconds * 1000
  const left = () => (leaving.aborted ? 0 : deadline - Date.now())
  const inHand = finished && (await within(finished, seconds * 1000, leaving))
  if (inHand) return { execution: inHand.execution, outcome: inHand }
  // What broke off here goes on elsewhere, which the events tell.
  let wake = () => {}
  const forget = events.subscribe(executionFinished, (news) => {
    if (news.executionId === executionId) wake()
  })
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const execution = await find(tenant, executionId, deadline)
      if (!execution) throw notFound('execution')
      if (isFinished(execution)) {
        return { execution, outcome: await readOutcome(tenant, execution) }
      }
      if (left() <= 0) return { execution }
      await within(woken, Math.min(left(), lookEverySeconds * 1000), leaving)
    }
  } finally {
    forget()
  }
}

/** While the database is away the caller goes on waiting, and so does the work. */
function find(tenant: Tenant, id: string, deadline: number): Promise<ExecutionRow | undefined> {
  const isRetryable = (error: unknown) => Date.now() < deadline && isConnectionLost(error)
  const wait = (seconds: number) => sleep(seconds * 1000)
  return retry(() => findExecution(tenant, id), { ...untilAnswers, isRetryable }, { wait })
}

/** `undefined` when the time is over before, or the signal comes. */
async function within<T>(
  promise: Promise<T>,
  milliseconds: number,
  until: AbortSignal,
): Promise<T | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  const end = () => resolve(undefined)
  const timer = setTimeout(end, until.aborted ? 0 : milliseconds)
  until.addEventListener('abort', end)
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
    until.removeEventListener('abort', end)
  }
}
