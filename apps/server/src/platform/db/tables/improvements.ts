import type { ColumnType, Generated } from 'kysely'

type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json<T> = ColumnType<T, string, string>
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>

/** How many answers of one part of the expected values are right with both wordings. */
type StoredScore = {
  readonly checked: number
  readonly rightBefore: number
  readonly rightAfter: number
}

type StoredProfile = {
  readonly id: string
  readonly name: string
  /** The part of an output that comes from the profile. */
  readonly settings: unknown
}

/** Averages of one profile for a document. The cost is null if a price is not known. */
type StoredProfileScore = {
  readonly profileId: string
  readonly checked: number
  readonly right: number
  readonly dollars: number | null
  readonly seconds: number | null
}

export type StoredProfileComparison = {
  /** All profiles on the first part. */
  readonly scores: readonly StoredProfileScore[]
  /** The current profile and the chosen one on the second part; empty if none was chosen. */
  readonly heldOut: readonly StoredProfileScore[]
  /** The loss that the held-out values cannot exclude, as a share. */
  readonly maxLoss: number | null
}

export type ImprovementTables = {
  /** The part of a project's expected values that a document belongs to. */
  expected_value_part: {
    organization_id: number
    project_id: string
    document_hash: string
    part: 'first' | 'second'
    /** `document`: documents of its layout are in both parts. */
    basis: Generated<'layout' | 'document'>
  }
  /** A search for better wordings of prompts, or a comparison of LLM profiles. */
  improvement: {
    id: string
    organization_id: number
    project_id: string
    kind: Generated<'prompts' | 'profiles'>
    state: Generated<'waiting' | 'running' | 'done' | 'stopped' | 'failed' | 'cancelled'>
    /** The project as an export would have made it at the start. */
    metadata: Json<unknown>
    /** The prompts to improve, with the keys that they had at the start. */
    prompt_keys: Json<readonly { readonly key: string; readonly promptId: string }[]>
    llm_id: string | null
    max_candidates: number
    /** The profiles that are compared, as they were at the start; null for wordings. */
    compared_profiles: OptionalJson<readonly StoredProfile[]>
    /** How many points of accuracy a cheaper profile may lose. */
    tolerance: Generated<number>
    budget_calls: number
    budget_dollars: number | null
    /** Calls that were allowed, which is counted before each of them. */
    calls_used: Generated<number>
    /** Sum of what the calls have cost. A call whose cost is not recorded counts with the most that it can cost. */
    reserved_dollars: Generated<number>
    /** How often a worker has started it. */
    attempts: Generated<number>
    fields_done: Generated<number>
    error: Generated<string | null>
    created_by: number | null
    created_at: Generated<Date>
    ended_at: MaybeTime
  }
  improvement_result: {
    organization_id: number
    improvement_id: string
    prompt_id: string
    prompt_key: string
    outcome: string
    reason: string
    before_prompt: string
    before_type: string
    after_prompt: string | null
    after_type: string | null
    source: 'model' | 'labels' | null
    first_score: OptionalJson<StoredScore>
    second_score: OptionalJson<StoredScore>
    chance: number | null
    /** Digest of all that the result was measured on; null if nothing was tested. */
    test_digest: Generated<string | null>
    decision: Generated<'accepted' | 'edited' | 'dropped' | null>
    /** The profile that answered the prompt at the start; null for wordings. */
    before_profile_id: Generated<string | null>
    /** The recommended profile. */
    after_profile_id: Generated<string | null>
    comparison: OptionalJson<StoredProfileComparison>
  }
  /** A document of which the request for proposals shows values, so that the call is deleted with it. */
  proposal_document: {
    organization_id: number
    call_key: string
    document_hash: string
    project_id: string
  }
  /** A document whose answer a wording changes. */
  improvement_change: {
    organization_id: number
    improvement_id: string
    prompt_id: string
    document_hash: string
    document_id: string | null
    document_name: string
    truth: string | null
    before_value: string | null
    after_value: string | null
    was_right: boolean
    is_right: boolean
  }
}
