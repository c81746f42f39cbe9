import { sleep } from './fetch-with-retries.ts'

/** The result was not ready in time. The work goes on at the server. */
class WaitTimeout extends Error {
  override readonly name = 'WaitTimeout'
  /** Identifies the work, so that its result can be fetched later. */
  readonly id: string

  constructor(id: string, maxWaitSeconds: number) {
    super(
      `The result of ${id} was not ready within ${maxWaitSeconds} seconds. The server goes on with it; fetch it later, or allow a longer wait.`,
    )
    this.id = id
  }
}

type WaitOptions<Result> = {
  /** Identifies the work at the server. */
  readonly id: string
  readonly pollSeconds: number
  readonly maxWaitSeconds: number
  /** Asks the server once; undefined while it works. */
  readonly poll: () => Promise<Result | undefined>
}

/** An hour: long documents on a busy server take many minutes. */
export const defaultMaxWaitSeconds = 3600

/** Asks until there is a result. Throws `WaitTimeout` when the time is over. */
export async function waitForResult<Result>({
  id,
  pollSeconds,
  maxWaitSeconds,
  poll,
}: WaitOptions<Result>): Promise<Result> {
  const endsAt = performance.now() + maxWaitSeconds * 1000
  for (;;) {
    const result = await poll()
    if (result !== undefined) return result
    const secondsLeft = (endsAt - performance.now()) / 1000
    if (secondsLeft <= 0) throw new WaitTimeout(id, maxWaitSeconds)
    await sleep(Math.min(pollSeconds, secondsLeft))
  }
}
