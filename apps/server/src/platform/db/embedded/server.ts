import type { ServerAddress } from './server-address.ts'

/** Each of them ends a server; they are listed from polite to forceful. */
type StopSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

/** A running PostgreSQL. `exited` resolves when it has ended, for whatever reason. */
export type Server = {
  readonly pid: number
  readonly address: ServerAddress
  readonly isAdopted: boolean
  readonly exited: Promise<unknown>
  /** Does nothing if the server has ended. */
  signal(signal: StopSignal): void
}
