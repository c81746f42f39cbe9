import pg from 'pg'
import type { ConnectionAttempts } from './attempts.ts'

type Connected = (error: Error) => void

/** The client of `pg`, whose connections are only tried as the attempts allow. */
export function clientThrough(attempts: ConnectionAttempts): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connecting = attempts.run(
        () => super.connect() as Promise<unknown> as Promise<pg.Client>,
      )
      if (!callback) return connecting
      // A pool waits for the callback, which must run outside of the promise: what it throws is its own.
      const call = (error?: unknown) => setImmediate(callback, error as Error)
      connecting.then(() => call(), call)
      return undefined
    }
  } as typeof pg.Client
}
