import { setImmediate } from 'node:timers/promises'

const sliceMilliseconds = 10

/**
 * Keeps the event loop responsive during long work. Await the returned function after each small
 * piece: it yields to the event loop when the time slice is over, and otherwise costs nothing.
 */
export function createTimeSlicer(): () => Promise<void> | undefined {
  let sliceStart = performance.now()
  return () => {
    if (performance.now() - sliceStart < sliceMilliseconds) return undefined
    return setImmediate().then(() => {
      sliceStart = performance.now()
    })
  }
}
