import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>

type VerificationState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>

export type TruthTables = {
  /** What people know to be the right value, by the content of the document. */
  truth: {
    organization_id: number
    prompt_id: string
    document_hash: string
    value: string | null
    source: 'studio' | 'review'
    /** Of review: where it stands in the document, and what had been read before. */
    evidence: OptionalJson<unknown>
    machine_value: Generated<string | null>
    /** As the document was called where people looked at it. */
    document_name: Generated<string | null>
    /** What contradicts it, until somebody settles that; without a time nothing does. */
    other_value: Generated<string | null>
    other_source: Generated<'studio' | 'review' | null>
    other_by: Generated<number | null>
    other_at: MaybeTime
    created_by: number | null
    created_at: Time
    modified_at: Time
  }
  /** Truths of a project answered as its published version and as its next one: the row is the job. */
  verification: {
    id: string
    organization_id: number
    project_id: string
    /** Of the candidate, the published version and the truths. */
    digest: string
    state: Generated<VerificationState>
    /** What an export would make of the project; what the last one made, null before the first. */
    candidate: Json<unknown>
    published: JsonOrNull<unknown>
    version: number | null
    documents: number
    documents_done: Generated<number>
    /** Truths that contradict each other, and those whose document is no longer kept: neither is answered. */
    contradicted: number
    not_kept: number
    error: Generated<string | null>
    worker_id: Generated<string | null>
    deaths: Generated<number>
    created_by: number | null
    created_at: Time
    started_at: MaybeTime
    ended_at: MaybeTime
  }
  verification_result: {
    organization_id: number
    verification_id: string
    document_hash: string
    prompt_key: string
    document_id: string | null
    document_name: string
    outcome: 'better' | 'worse' | 'unchanged' | 'new' | 'failed'
    truth: string | null
    before_value: string | null
    after_value: string | null
    /** Null where there is no value to judge. */
    was_right: boolean | null
    is_right: boolean | null
    error: string | null
  }
}
