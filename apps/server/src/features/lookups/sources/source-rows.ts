import type { LookupSourceSettings } from '@recto/contract/lookups/lookup-sources'
import type { TableFile } from '../upload/read-table-file.ts'

/** A source with all that is needed to read it. */
export type ReadableSource = {
  readonly settings: LookupSourceSettings
  /** The connector, if it is a database. */
  readonly connectorId: string | null
  /** The value of the header, if the address needs one. */
  readonly headerValue: string | undefined
}

export type SourceLimits = {
  readonly seconds: number
  readonly waitSeconds: number
  /** Ends the reading, with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** The rows of a source. `names` may grow while they are read. */
export type SourceRows = TableFile & {
  /** Names the source for people, without secrets. */
  readonly label: string
}
