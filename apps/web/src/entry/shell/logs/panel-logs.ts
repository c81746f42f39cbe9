import { createStore, type Readable } from '../../../shared/store/create-store.ts'
import {
  decodeMessage,
  entryFromWire,
  keyOfEntry,
  type LogEntry,
  usageFromWire,
} from './log-entry.ts'

/** Maximum number of buffered messages and of displayed entries; the newest are retained. */
const MAX_ENTRIES = 200
const FLUSH_MS = 2_000

type PanelState = {
  readonly entries: readonly LogEntry[]
  /** Number of errors received from the socket since the page was opened. */
  readonly errors: number
  readonly remainingTokens?: number | undefined
}

export type PanelLogs = {
  readonly state: Readable<PanelState>
  /** Processes a message of the socket. Throws if it cannot be parsed. */
  handleMessage(data: unknown): void
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
export function createPanelLogs(): PanelLogs {
  const store = createStore<PanelState>({ entries: [], errors: 0 })
  let bufferedEntries: LogEntry[] = []
  let errors = 0
  let remainingTokens: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    timer = undefined
    const previous = store.get()
    const entries = [...previous.entries, ...bufferedEntries].toSorted(byTime).slice(-MAX_ENTRIES)
    store.set({ entries, errors: previous.errors + errors, remainingTokens })
    bufferedEntries = []
    errors = 0
  }
  const flushSoon = () => {
    timer ??= setTimeout(flush, FLUSH_MS)
  }
  const add = (entry: LogEntry) => {
    bufferedEntries.push(entry)
    if (bufferedEntries.length > MAX_ENTRIES) bufferedEntries.shift()
    if (isError(entry)) errors += 1
    flushSoon()
  }
  return {
    state: store,
    add,
    handleMessage(data) {
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
      const newEntries = storedEntries.filter((entry) => !knownKeys.has(keyOfEntry(entry)))
      if (newEntries.length === 0) return
      const entries = [...previous.entries, ...newEntries].toSorted(byTime).slice(-MAX_ENTRIES)
      store.set({ ...previous, entries })
    },
    close: () => clearTimeout(timer),
  }
}

const byTime = (a: LogEntry, b: LogEntry) => a.timestamp - b.timestamp
