import { setImmediate } from 'node:timers/promises'

const turnMilliseconds = 10

/**
 * For work in many small pieces: awaited after each of them, it lets others have their turn when the
 * own one has lasted long enough, and else costs nothing.
 */
export function openTimeSlices(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < turnMilliseconds) return undefined
    return setImmediate().then(() => {
      since = performance.now()
    })
  }
}
