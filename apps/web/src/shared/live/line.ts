import { createContext, use } from 'react'
import { createStore, type Readable } from '../store/create-store.ts'

/**
 * The connection over which the server pushes messages. Subscribers must also poll, because
 * messages can be lost.
 */
export type LiveLine = {
  /** Whether the connection is open. */
  readonly isOpen: Readable<boolean>
  /**
   * Calls back with the data of every message of an event, until the returned function is called.
   */
  listen(event: string, hear: (data: unknown) => void): () => void
}

/** A connection without any messages. */
const silent: LiveLine = { isOpen: createStore(false), listen: () => () => {} }

export const LineContext = createContext<LiveLine>(silent)

export const useLine = (): LiveLine => use(LineContext)
