import { createContext, use } from 'react'
import { createStore, type Readable } from '../store/create-store.ts'

/**
 * The connection over which the server pushes messages. Subscribers must also poll, because
 * messages can be lost.
 */
export type LiveConnection = {
  /** Whether the connection is open. */
  readonly isOpen: Readable<boolean>
  /**
   * Calls back with the data of every message of an event, until the returned function is called.
   */
  subscribe(event: string, callback: (data: unknown) => void): () => void
}

/** A connection without any messages. */
const silentConnection: LiveConnection = { isOpen: createStore(false), subscribe: () => () => {} }

export const LiveConnectionContext = createContext<LiveConnection>(silentConnection)

export const useLiveConnection = (): LiveConnection => use(LiveConnectionContext)
