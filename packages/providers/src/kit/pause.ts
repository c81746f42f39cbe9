import { setTimeout as delay } from 'node:timers/promises'

/** Throws the signal's own reason, which the timer would hide in an error of its own. */
export async function pause(seconds: number, signal: AbortSignal): Promise<void> {
  await delay(seconds * 1000, undefined, { signal }).catch(() => undefined)
  signal.throwIfAborted()
}
