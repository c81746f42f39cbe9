import { notFound } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { untilAnswers } from '../../platform/db/outage.ts'
import { retry, waitUnless } from '../../platform/retry.ts'
import { executionFinished } from './executions.events.ts'
import { type ExecutionRow, findExecution } from './executions.store.ts'
import { type ExecutionOutcome, readOutcome } from './files/execution-outcome.ts'
import { isFinished } from './is-finished.ts'
import { isOnlyInReview } from './review/release-reviewed.store.ts'

type Input = {
  /** As it was taken in. */
  readonly accepted: ExecutionRow
  readonly seconds: number
  /** Where all files run in this process: resolves when they are through, with what came of them. */
  readonly finished?: Promise<ExecutionOutcome | undefined> | undefined
  /** Whether what came of its files is not wanted. */
  readonly isWithoutFiles?: boolean
}

export type AwaitedExecution = {
  readonly execution: ExecutionRow
  /** Absent when the time was over before the end, or before people have all that is left. */
  readonly outcome?: ExecutionOutcome
}

/** A notification can be missed while its line is down, so the row is looked at now and then too. */
const lookEverySeconds = 5
/** For the look that follows when the time is over. */
const lastLookSeconds = 0.7

/**
 * Returns the moment the execution has finished, or only waits for people, or with its state so far when the time is over or this
 * process ends: it goes on elsewhere, and its caller can ask for it.
 */
export async function awaitExecution(
  { events, leaving }: Pick<Context, 'events' | 'leaving'>,
  tenant: Tenant,
  { accepted, seconds, finished, isWithoutFiles = false }: Input,
): Promise<AwaitedExecution> {
  const { id } = accepted
  const deadline = Date.now() + seconds * 1000
  const left = () => (leaving.aborted ? 0 : deadline - Date.now())
  const inHand = finished && (await within(finished, seconds * 1000, leaving))
  if (inHand) return { execution: inHand.execution, outcome: inHand }
  // What broke off here goes on elsewhere, which the events tell.
  let wake = () => {}
  const forget = events.subscribe(executionFinished, (news) => {
    if (news.executionId === id) wake()
  })
  const over = new AbortController()
  let seen = accepted
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const looked = await lookUntil(
        look(tenant, id, { over: over.signal, isWithoutFiles }),
        left,
        leaving,
      )
      // Nobody knows more while the database is away, and it was taken in.
      if (!looked) return { execution: { ...seen, status: 'EXECUTING' } }
      if (isFinished(looked.execution) || looked.outcome || left() <= 0) return looked
      seen = looked.execution
      await within(woken, Math.min(left(), lookEverySeconds * 1000), leaving)
    }
  } finally {
    over.abort()
    forget()
  }
}

type Look = { readonly over: AbortSignal; readonly isWithoutFiles: boolean }

/** While the database is away the caller goes on waiting, and so does the work. */
function look(
  tenant: Tenant,
  id: string,
  { over, isWithoutFiles }: Look,
): Promise<AwaitedExecution> {
  const wait = (seconds: number) => waitUnless(over, seconds)
  const lookOnce = async () => {
    const execution = await findExecution(tenant, id)
    if (!execution) throw notFound('execution')
    if (isWithoutFiles) return { execution }
    if (!isFinished(execution) && !(await isOnlyInReview(tenant, id))) return { execution }
    return { execution, outcome: await readOutcome(tenant, execution) }
  }
  return retry(lookOnce, untilAnswers, { wait })
}

/** `undefined` when there is no answer in time; a little longer than that is given to a last look. */
async function lookUntil<T>(
  looking: Promise<T>,
  left: () => number,
  leaving: AbortSignal,
): Promise<T | undefined> {
  // Once nobody waits for it any more, how it ends is of no interest.
  looking.catch(() => {})
  const early = left() > 0 ? await within(looking, left(), leaving) : undefined
  return early ?? within(looking, lastLookSeconds * 1000)
}

/** `undefined` when the time is over before, or the signal comes. */
async function within<T>(
  promise: Promise<T>,
  milliseconds: number,
  until?: AbortSignal,
): Promise<T | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  const end = () => resolve(undefined)
  const timer = setTimeout(end, until?.aborted ? 0 : milliseconds)
  until?.addEventListener('abort', end)
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
    until?.removeEventListener('abort', end)
  }
}
