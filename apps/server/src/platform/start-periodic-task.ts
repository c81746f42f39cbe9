import { describeFailure } from './describe-failure.ts'
import type { Log } from './log/log.ts'

type PeriodicTask = {
  readonly intervalMilliseconds: number
  readonly run: () => Promise<unknown>
  /** Log message for a failed round; the next round tries again. */
  readonly failureMessage: string
  /**
   * Whether the first round also waits for the interval; for tasks that are not urgent at startup.
   */
  readonly isFirstRunDelayed?: boolean
}

/**
 * Runs a task at an interval until the process ends, never two rounds at once. Returns a function
 * that stops it and waits for a running round.
 */
export function startPeriodicTask(
  { log }: { readonly log: Pick<Log, 'warn'> },
  { intervalMilliseconds, run, failureMessage, isFirstRunDelayed = false }: PeriodicTask,
): () => Promise<void> {
  let round: Promise<unknown> | undefined
  const runRound = () => {
    round ??= run()
      .catch((error) => log.warn({ reason: describeFailure(error) }, failureMessage))
      .finally(() => {
        round = undefined
      })
  }
  const timer = setInterval(runRound, intervalMilliseconds)
  if (!isFirstRunDelayed) runRound()
  return async () => {
    clearInterval(timer)
    await round
  }
}
