import { AsyncLocalStorage } from 'node:async_hooks'

/** What the watchdog's thread asks a loop that stands still; it sees nothing but what is global. */
export const questionAtWork = 'rectoAtWork'

const current = new AsyncLocalStorage<string>()
Object.defineProperty(globalThis, questionAtWork, {
  value: () => current.getStore(),
  configurable: true,
})

/** Runs a piece of work under its id, so that whatever it computes can be put down to it. */
export function runWithWorkId<T>(id: string, run: () => Promise<T>): Promise<T> {
  return current.run(id, run)
}
