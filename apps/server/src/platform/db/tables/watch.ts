import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>

/** Facts about the answer of a field, as they are stored. */
export type StoredWatchedField = {
  readonly isEmpty: boolean
  readonly confidence: number | null
  readonly isContradicted: boolean
}

/** Mean of a measure over some documents, with its 95 % interval, as it is stored. */
type StoredWatchedMean = {
  readonly mean: number
  readonly low: number
  readonly high: number
  readonly documents: number
}

export type WatchTables = {
  /** Facts about each document read in production, without its values; they outlive its execution. */
  watched_document: {
    file_execution_id: string
    organization_id: number
    /** Id of the deployment or pipeline. */
    owner_id: string
    /** Equal for documents that were read in the same way. */
    version: string
    observed_at: Time
    fields: ColumnType<Readonly<Record<string, StoredWatchedField>>, string, never>
    failed_checks: number
    was_sent_to_review: boolean
    /** Null until its review is over, and if it had none. */
    corrected_fields: string[] | null
    seconds: number | null
    dollars: number | null
    /** Whether alarms were looked for since it was added or changed. */
    is_checked: Generated<boolean>
  }
  /** A measure of a field, or of whole documents if the field is null, that has left its band. */
  watch_alarm: {
    id: Generated<string>
    organization_id: number
    owner_id: string
    version: string
    field: string | null
    measure: string
    before: ColumnType<StoredWatchedMean, string, string>
    after: ColumnType<StoredWatchedMean, string, string>
    text: string
    /** File executions. */
    documents: string[]
    /** Time at which the first document after the change was read. */
    since: Time
    raised_at: Time
    ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    end_reason: ColumnType<
      'acknowledged' | 'published' | null,
      undefined,
      'acknowledged' | 'published'
    >
    ended_by: ColumnType<number | null, undefined, number | null>
  }
}
