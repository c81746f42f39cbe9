import type { ColumnType, Generated } from 'kysely'

export type UsageTables = {
  usage_record: {
    id: Generated<string>
    organization_id: number
    /** A call that is repeated under its key is counted once. */
    call_key: string
    workflow_id: string | null
    execution_id: string | null
    adapter_id: string | null
    /** Whose fields were asked for; null where no project was, and in what was counted before that was kept. */
    project_id: ColumnType<string | null, string | null | undefined, never>
    /** The file execution in deployments, the run in the studio. */
    run_id: string
    usage_type: 'llm' | 'embedding'
    llm_usage_reason: 'extraction' | 'challenge' | 'summarize' | null
    model_name: string
    embedding_tokens: number
    prompt_tokens: number
    completion_tokens: number
    total_tokens: number
    /** Null when the price of the model is not known. */
    cost_in_dollars: number | null
    seconds: number
    created_at: ColumnType<Date, Date | undefined, never>
    modified_at: ColumnType<Date, Date | undefined, never>
  }
  /** What the calls of a month (UTC) have used, added up as they are counted. */
  usage_month: {
    organization_id: number
    month: string
    calls: number
    unpriced_calls: number
    tokens: number
    dollars: number
  }
  /** What an organization may spend in a month, where it has said so. */
  usage_budget: {
    organization_id: number
    dollars: number
    warn_percent: number
    stops_calls: boolean
    modified_at: ColumnType<Date, Date | undefined, Date>
  }
}
