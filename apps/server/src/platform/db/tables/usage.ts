import type { ColumnType, Generated } from 'kysely'

export type UsageTables = {
  usage_record: {
    id: Generated<string>
    organization_id: number
    /** Idempotency key: a repeated call is counted once. */
    call_key: string
    workflow_id: string | null
    execution_id: string | null
    adapter_id: string | null
    /** The project whose fields were requested; null if there was none, and in older rows. */
    project_id: ColumnType<string | null, string | null | undefined, never>
    /** File execution of a deployment, or studio run. */
    run_id: string
    usage_type: 'llm' | 'embedding'
    llm_usage_reason: 'extraction' | 'challenge' | 'summarize' | null
    model_name: string
    embedding_tokens: number
    prompt_tokens: number
    completion_tokens: number
    total_tokens: number
    /** The part of the prompt tokens that the service read from its cache. */
    cached_tokens: Generated<number>
    /** The part of the completion tokens that the model used to reason. */
    reasoning_tokens: Generated<number>
    /** Number of questions that the call answered; more than one in a single pass. */
    questions: Generated<number>
    /** Dollars that the call would have cost more without the cache of the service; negative if that cost more. */
    saved_by_cache: Generated<number>
    saved_by_single_pass: Generated<number>
    /** Dollars that the call would have cost more outside a batch. */
    saved_by_batch: Generated<number>
    /** Null if the price of the model is unknown. */
    cost_in_dollars: number | null
    seconds: number
    created_at: ColumnType<Date, Date | undefined, never>
    modified_at: ColumnType<Date, Date | undefined, never>
  }
  /** Questions that were answered without a call of a model. */
  answer_without_call: {
    organization_id: number
    /** Idempotency key: a repeated run counts its answers once. */
    answers_key: string
    created_at: ColumnType<Date, Date | undefined, never>
    kind: 'embedded_data' | 'layout' | 'built_in_extractor'
    answers: number
    run_id: string
    workflow_id: string | null
    execution_id: string | null
    project_id: string | null
  }
  /** Usage of all calls of a month (UTC), summed up as they are counted. */
  usage_month: {
    organization_id: number
    month: string
    calls: number
    unpriced_calls: number
    tokens: number
    dollars: number
  }
  /** The monthly budget of an organization, if set. */
  usage_budget: {
    organization_id: number
    dollars: number
    warn_percent: number
    stops_calls: boolean
    modified_at: ColumnType<Date, Date | undefined, Date>
  }
}
