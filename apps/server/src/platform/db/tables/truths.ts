import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>

type VerificationState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'

type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>

export type TruthTables = {
  /** Expected values known by people, by the content of the document. */
  truth: {
    organization_id: number
    prompt_id: string
    document_hash: string
    value: string | null
    source: 'studio' | 'review'
    /** The location in the document and the value read before, if it comes from a review. */
    evidence: OptionalJson<unknown>
    machine_value: Generated<string | null>
    /** Name of the document in the review. */
    document_name: Generated<string | null>
    /** A contradicting value, until somebody resolves the conflict; null if there is none. */
    other_value: Generated<string | null>
    other_source: Generated<'studio' | 'review' | null>
    other_by: Generated<number | null>
    other_at: MaybeTime
    created_by: number | null
    created_at: Time
    modified_at: Time
  }
  /**
   * A regression test: the published and the next version of a project are compared with its
   * expected values. The row is also the queue entry.
   */
  verification: {
    id: string
    organization_id: number
    project_id: string
    /** Digest of the candidate, the published version and the expected values. */
    digest: string
    state: Generated<VerificationState>
    /**
     * What an export would produce now, and what the last export produced (null before the first).
     */
    candidate: Json<unknown>
    published: JsonOrNull<unknown>
    version: number | null
    documents: number
    documents_done: Generated<number>
    /**
     * Numbers of contradictory expected values and of those whose document is gone; neither is
     * tested.
     */
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
    /** Null if there is no value to judge. */
    was_right: boolean | null
    is_right: boolean | null
    error: string | null
  }
}
