import { createStore, type Readable } from '../../../shared/store/create-store.ts'
import {
  decodeMessage,
  entryFromWire,
  keyOfEntry,
  type LogEntry,
  usageFromWire,
} from './log-entry.ts'

/** How many messages wait at most, and how many entries are shown: the newest. */
const KEPT = 200
const FLUSH_MS = 2_000

type Shown = {
  readonly entries: readonly LogEntry[]
  /** Of those that came by themselves and tell of a failure, since the page was opened. */
  readonly errors: number
  readonly remainingTokens?: number | undefined
}

export type PanelLogs = {
  readonly shown: Readable<Shown>
  /** Takes a message of the socket. Throws when it cannot be understood. */
  hear(data: unknown): void
  /** Shows what was told on this page. */
  add(entry: LogEntry): void
  /** Shows what the server has kept, beside what has come since. */
  restore(entries: readonly LogEntry[]): void
  close(): void
}

export const isError = ({ level }: LogEntry): boolean => level === 'ERROR' || level === 'FATAL'

/**
 * What the logs panel shows. However many messages come, the page is drawn anew once in two seconds, and
 * keeps no more than the newest of them.
 */
export function openPanelLogs(): PanelLogs {
  const shown = createStore<Shown>({ entries: [], errors: 0 })
  let waiting: LogEntry[] = []
  let errors = 0
  let remainingTokens: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    timer = undefined
    const before = shown.get()
    const entries = [...before.entries, ...waiting].toSorted(byTime).slice(-KEPT)
    shown.set({ entries, errors: before.errors + errors, remainingTokens })
    waiting = []
    errors = 0
  }
  const flushSoon = () => {
    timer ??= setTimeout(flush, FLUSH_MS)
  }
  const add = (entry: LogEntry) => {
    waiting.push(entry)
    if (waiting.length > KEPT) waiting.shift()
    if (isError(entry)) errors += 1
    flushSoon()
  }
  return {
    shown,
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
    restore(kept) {
      const before = shown.get()
      const known = new Set([...before.entries, ...waiting].map(keyOfEntry))
      const fresh = kept.filter((entry) => !known.has(keyOfEntry(entry)))
      if (fresh.length === 0) return
      const entries = [...before.entries, ...fresh].toSorted(byTime).slice(-KEPT)
      shown.set({ ...before, entries })
    },
    close: () => clearTimeout(timer),
  }
}

const byTime = (a: LogEntry, b: LogEntry) => a.timestamp - b.timestamp
