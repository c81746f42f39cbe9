import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>

export type LayoutTables = {
  /** Layout settings of a project; without a row, the defaults apply. */
  layout_setting: {
    organization_id: number
    project_id: string
    is_on: boolean
    least_documents: number
  }
  /** The words of a document with approved values, for as long as the project has the document. */
  layout_example: {
    organization_id: number
    project_id: string
    document_hash: string
    /** Text of its first and last page. */
    text: string
    approved_at: Time
  }
  /** A layout compiled from examples: its words, and rules for its fields. */
  compiled_layout: {
    id: Generated<string>
    organization_id: number
    project_id: string
    /** Hashes of the example documents, the newest last. */
    document_hashes: string[]
    layout: ColumnType<unknown, string, string>
    /** Fields whose rules were corrected in a review; disabled until they are validated again. */
    suspended: Generated<string[]>
    compiled_at: Time
  }
  /** The reason for which the layouts of a project could not be compiled; deleted as soon as they are. */
  layout_failure: {
    project_id: string
    organization_id: number
    message: string
    failed_at: Time
  }
  /** Answers by layouts within one run, so that a repeated run gives the same answers. */
  layout_answer: {
    organization_id: number
    project_id: string
    call_key: string
    document_hash: string
    layout_id: string | null
    answers: ColumnType<unknown, string, string>
    answered: number
    missed: number
    created_at: Time
  }
}
