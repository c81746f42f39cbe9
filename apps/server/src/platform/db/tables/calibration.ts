import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>

export type CalibrationTables = {
  /** A value of which a truth says whether it was right; the newest truth counts. */
  judged_value: {
    organization_id: number
    project_id: string
    prompt_id: string
    document_hash: string
    /** Of the prompt, as it was then. */
    type: string
    /** Before any calibration, 0 where nothing supported it; null where the document was said to have none. */
    confidence: number | null
    is_right: boolean
    source: 'studio' | 'review'
    judged_at: Time
  }
  /** What was made of the judged values of a project, and whether they have changed since. */
  calibration: {
    organization_id: number
    project_id: string
    /** Counts each change of a judged value. */
    changes: Generated<number>
    /** How many it was made after; null before the first time. */
    fitted_changes: Generated<number | null>
    fit: ColumnType<unknown, string | null | undefined, string | null>
  }
}
