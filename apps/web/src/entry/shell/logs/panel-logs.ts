import { createStore, type Readable } from '../../../shared/store/create-store.ts'
import {
  decodeMessage,
  entryFromWire,
  keyOfEntry,
  type LogEntry,
  usageFromWire,
} from './log-entry.ts'

/** Maximum number of buffered messages and of displayed entries; the newest are retained. */
const KEPT = 200
const FLUSH_MS = 2_000

type PanelState = {
  readonly entries: readonly LogEntry[]
  /** Number of errors received from the socket since the page was opened. */
  readonly errors: number
  readonly remainingTokens?: number | undefined
}

export type PanelLogs = {
  readonly shown: Readable<PanelState>
  /** Processes a message of the socket. Throws if it cannot be parsed. */
  hear(data: unknown): void
  /** Adds a notification shown on this page. */
  add(entry: LogEntry): void
  /** Adds the entries stored by the server to those received since. */
  restore(entries: readonly LogEntry[]): void
  close(): void
}

export const isError = ({ level }: LogEntry): boolean => level === 'ERROR' || level === 'FATAL'

/**
 * Creates the state of the logs panel. New messages are rendered at most once in two seconds, and
 * only the newest are retained.
 */
export function openPanelLogs(): PanelLogs {
  const store = createStore<PanelState>({ entries: [], errors: 0 })
  let bufferedEntries: LogEntry[] = []
  let errors = 0
  let remainingTokens: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    timer = undefined
    const previous = store.get()
    const entries = [...previous.entries, ...bufferedEntries].toSorted(byTime).slice(-KEPT)
    store.set({ entries, errors: previous.errors + errors, remainingTokens })
    bufferedEntries = []
    errors = 0
  }
  const flushSoon = () => {
    timer ??= setTimeout(flush, FLUSH_MS)
  }
  const add = (entry: LogEntry) => {
    bufferedEntries.push(entry)
    if (bufferedEntries.length > KEPT) bufferedEntries.shift()
    if (isError(entry)) errors += 1
    flushSoon()
  }
  return {
    shown: store,
    add,
    hear(data) {
      const message = decodeMessage(data)
      const usage = usageFromWire(message)
      if (usage) {
        remainingTokens = usage.remainingTokens
        flushSoon()
      }
      const entry = entryFromWire(message)
      if (entry) add(entry)
    },
    restore(storedEntries) {
      const previous = store.get()
      const knownKeys = new Set([...previous.entries, ...bufferedEntries].map(keyOfEntry))
      const fresh = storedEntries.filter((entry) => !knownKeys.has(keyOfEntry(entry)))
      if (fresh.length === 0) return
      const entries = [...previous.entries, ...fresh].toSorted(byTime).slice(-KEPT)
      store.set({ ...previous, entries })
    },
    close: () => clearTimeout(timer),
  }
}

const byTime = (a: LogEntry, b: LogEntry) => a.timestamp - b.timestamp
