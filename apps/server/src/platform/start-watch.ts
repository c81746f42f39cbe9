import type { Context } from './context.ts'
import { describeFailure } from './describe-failure.ts'

type Watch = {
  readonly milliseconds: number
  readonly work: () => Promise<unknown>
  /** What the log says when a round failed; the next one tries again. */
  readonly failure: string
  /** Whether the first round waits its time as well, where its work is not urgent at a start. */
  readonly isLazy?: boolean
}

/** Does the work now and then as long as this process runs, never twice at once. Returns what ends it, a running round included. */
export function startWatch(
  { log }: Pick<Context, 'log'>,
  { milliseconds, work, failure, isLazy = false }: Watch,
): () => Promise<void> {
  let round: Promise<unknown> | undefined
  const look = () => {
    round ??= work()
      .catch((error) => log.warn({ reason: describeFailure(error) }, failure))
      .finally(() => {
        round = undefined
      })
  }
  const timer = setInterval(look, milliseconds)
  if (!isLazy) look()
  return async () => {
    clearInterval(timer)
    await round
  }
}
