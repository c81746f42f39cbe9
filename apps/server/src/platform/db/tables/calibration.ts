import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>

export type CalibrationTables = {
  /** A value with a known expected value; the newest expected value counts. */
  judged_value: {
    organization_id: number
    project_id: string
    prompt_id: string
    document_hash: string
    /** Type of the prompt at that time. */
    type: string
    /**
     * Confidence before calibration; 0 if nothing supported the value, null if the document was
     * said to have none.
     */
    confidence: number | null
    is_right: boolean
    source: 'studio' | 'review'
    judged_at: Time
  }
  /** The calibration of a project, fitted to its judged values. */
  calibration: {
    organization_id: number
    project_id: string
    /** Number of changes of judged values. */
    changes: Generated<number>
    /** Number of changes at the last fit; null before the first one. */
    fitted_changes: Generated<number | null>
    fit: ColumnType<unknown, string | null | undefined, string | null>
  }
}
