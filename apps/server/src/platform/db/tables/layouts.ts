import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>

export type LayoutTables = {
  /** What people want of the layouts of a project; a project without a row has the usual. */
  layout_setting: {
    organization_id: number
    project_id: string
    is_on: boolean
    least_documents: number
  }
  /** The words of a document whose values were approved, for as long as the project has it. */
  layout_example: {
    organization_id: number
    project_id: string
    document_hash: string
    /** Its first and its last page, as texts are stored. */
    text: string
    approved_at: Time
  }
  /** What was made of the examples of one layout: its words, and rules for its fields. */
  compiled_layout: {
    id: Generated<string>
    organization_id: number
    project_id: string
    /** Of the examples, the newest last. */
    document_hashes: string[]
    layout: ColumnType<unknown, string, string>
    /** Fields whose rules a review has corrected; they answer nothing until they are proven anew. */
    suspended: Generated<string[]>
    compiled_at: Time
  }
  /** What layouts have answered in one run, so that the run says the same when it is repeated. */
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
