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
}
