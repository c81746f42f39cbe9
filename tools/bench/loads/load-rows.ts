import type { DatabaseCounts } from '../../../apps/server/src/entry/testing/database-counters.ts'
import type { Memory } from '../watch-memory.ts'
import type { Load } from './measure-load.ts'

export type LoadRow = { readonly model: string; readonly load: Load; readonly memory: Memory }

/** Disk space that documents occupy permanently, without the write-ahead log. */
export type StoredRow = {
  readonly model: string
  readonly documents: number
  readonly kilobytesOfFiles: number
  readonly kilobytesOfRows: number
}

/** Database counts for one document. */
export type CountRow = DatabaseCounts & { readonly model: string; readonly callers: number }
