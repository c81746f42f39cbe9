import { notFound } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
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

/** Returns the moment the execution has finished, or with its state so far when the time is over. */
export async function awaitExecution(
  { events }: Pick<Context, 'events'>,
  tenant: Tenant,
  { executionId, seconds, finished }: Input,
): Promise<AwaitedExecution> {
  const deadline = Date.now() + seconds * 1000
  const inHand = finished && (await within(finished, seconds * 1000))
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
      const execution = await findExecution(tenant, executionId)
      if (!execution) throw notFound('execution')
      if (isFinished(execution)) {
        return { execution, outcome: await readOutcome(tenant, execution) }
      }
      const left = deadline - Date.now()
      if (left <= 0) return { execution }
      await within(woken, Math.min(left, lookEverySeconds * 1000))
    }
  } finally {
    forget()
  }
}

/** `undefined` when the time is over before. */
async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
  }
}
