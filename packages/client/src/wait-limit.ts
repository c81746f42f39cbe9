import { sleep } from './fetch-with-retries.ts'

/** The result was not ready in time. The work goes on at the server. */
class WaitTimeout extends Error {
  override readonly name = 'WaitTimeout'
  /** Identifies the work at the server. */
  readonly id: string

  constructor(id: string, maxWaitSeconds: number) {
    super(
      `The result of ${id} was not ready within ${maxWaitSeconds} seconds. The server goes on with it; allow a longer wait.`,
    )
    this.id = id
  }
}

type WaitOptions<Result> = {
  /** Identifies the work at the server. */
  readonly id: string
  readonly pollSeconds: number
  /** Infinite for a wait that a person ends. */
  readonly maxWaitSeconds: number
  /** Asks the server once; undefined while it works. The signal ends it when the time is over. */
  readonly poll: (signal: AbortSignal) => Promise<Result | undefined>
}

/** An hour: long documents on a busy server take many minutes. */
export const defaultMaxWaitSeconds = 3600

/** Asks until there is a result. Throws `WaitTimeout` when the time is over, also while a request is unanswered. */
export async function waitForResult<Result>({
  id,
  pollSeconds,
  maxWaitSeconds,
  poll,
}: WaitOptions<Result>): Promise<Result> {
  const deadline = new AbortController()
  const timer = Number.isFinite(maxWaitSeconds)
    ? setTimeout(() => deadline.abort(), maxWaitSeconds * 1000)
    : undefined
  try {
    for (;;) {
      const result = await poll(deadline.signal)
      if (result !== undefined) return result
      await sleep(pollSeconds, deadline.signal)
    }
  } catch (error) {
    throw deadline.signal.aborted ? new WaitTimeout(id, maxWaitSeconds) : error
  } finally {
    clearTimeout(timer)
  }
}
