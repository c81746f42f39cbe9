import { setTimeout as delay } from 'node:timers/promises'
import { explainFailure } from './explain-failure.ts'
import type { ModelMemory } from './model-memory.ts'

type CallOptions = {
  /** 0 is no limit. */
  readonly limitSeconds: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs one external call under a time limit and turns whatever it throws into a `ProviderError`.
 * When the caller's own signal stops it, that signal's reason is thrown instead.
 */
export type ExternalCall = (<T>(
  options: CallOptions,
  run: (signal: AbortSignal) => Promise<T>,
) => Promise<T>) & {
  /** What the server of the adapter has refused. */
  readonly memory: ModelMemory
}

/** Timers do not support longer times. */
const maxTimerSeconds = 2_000_000

export function createExternalCall(context: {
  readonly name: string
  readonly secrets: readonly string[]
  readonly memory?: ModelMemory
  /** Upper bound of every limit, also of calls without one. */
  readonly maxSeconds?: number
}): ExternalCall {
  const call = async <T>(
    { limitSeconds, signal }: CallOptions,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const requestedSeconds = limitSeconds === 0 ? maxTimerSeconds : limitSeconds
    const seconds = Math.min(
      requestedSeconds,
      context.maxSeconds ?? maxTimerSeconds,
      maxTimerSeconds,
    )
    const limit = AbortSignal.timeout(seconds * 1000)
    try {
      return await run(signal ? AbortSignal.any([signal, limit]) : limit)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw explainFailure(error, { ...context, seconds, isTimeUp: limit.aborted })
    }
  }
  const { memory = { changes: new Map(), hasRefusedSchema: false } } = context
  return Object.assign(call, { memory })
}

/** Throws the signal's own reason, which the timer would hide in an error of its own. */
export async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await delay(seconds * 1000, undefined, { signal }).catch(() => undefined)
  signal.throwIfAborted()
}
