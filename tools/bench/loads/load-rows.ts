import type { DatabaseCounts } from '../../../apps/server/src/entry/testing/database-counters.ts'
import type { Memory } from '../watch-memory.ts'
import type { Load } from './measure-load.ts'

export type LoadRow = { readonly model: string; readonly load: Load; readonly memory: Memory }

/** What stays on the disk of a document, beside the write-ahead log. */
export type StoredRow = {
  readonly model: string
  readonly documents: number
  readonly kilobytesOfFiles: number
  readonly kilobytesOfRows: number
}

/** For one document. */
export type CountRow = DatabaseCounts & { readonly model: string; readonly callers: number }
