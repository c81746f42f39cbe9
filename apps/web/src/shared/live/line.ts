import { createContext, use } from 'react'
import { createStore, type Readable } from '../store/create-store.ts'

/** What the server tells a page by itself. Whoever listens must also ask now and then. */
export type LiveLine = {
  /** Whether the server can be heard right now. */
  readonly isOpen: Readable<boolean>
  /** Calls with the data of every message of an event, until the function that it returns is called. */
  listen(event: string, hear: (data: unknown) => void): () => void
}

/** Nothing is ever heard on it. */
const silent: LiveLine = { isOpen: createStore(false), listen: () => () => {} }

export const LineContext = createContext<LiveLine>(silent)

export const useLine = (): LiveLine => use(LineContext)
