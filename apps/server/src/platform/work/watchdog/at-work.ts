import { AsyncLocalStorage } from 'node:async_hooks'

/** The global function that the thread of the watchdog calls in a stalled event loop. */
export const currentWorkFunction = 'rectoAtWork'

const currentId = new AsyncLocalStorage<string>()
Object.defineProperty(globalThis, currentWorkFunction, {
  value: () => currentId.getStore(),
  configurable: true,
})

/** Runs a piece of work under its id, so that a stall of the event loop can be attributed to it. */
export function runWithWorkId<T>(id: string, run: () => Promise<T>): Promise<T> {
  return currentId.run(id, run)
}
