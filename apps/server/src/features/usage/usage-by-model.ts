import type { Tenant } from '../../platform/db/database.ts'
import { sumUsage } from './usage.store.ts'

export type ModelUsage = {
  readonly model_name: string
  readonly cost_in_dollars: string
  readonly input_tokens: number
  readonly output_tokens: number
  readonly total_tokens: number
}

export type EmbeddingUsage = {
  readonly model_name: string
  readonly cost_in_dollars: string
  readonly embedding_tokens: number
}

/** What one run has used, a row for each model; the parts that were not used are absent. */
export type UsageByModel = {
  readonly extraction_llm?: readonly ModelUsage[]
  readonly challenge_llm?: readonly ModelUsage[]
  readonly summarize_llm?: readonly ModelUsage[]
  readonly embedding?: readonly EmbeddingUsage[]
}

/** The shape of an engine's metadata, in which costs are texts. */
export async function usageByModel(tenant: Tenant, runId: string): Promise<UsageByModel> {
  const parts: Record<string, (ModelUsage | EmbeddingUsage)[]> = {}
  for (const row of await sumUsage(tenant, [runId])) {
    const part = row.usage_type === 'embedding' ? 'embedding' : `${row.llm_usage_reason}_llm`
    const shared = {
      model_name: row.model_name,
      cost_in_dollars: String(row.cost_in_dollars ?? 0),
    }
    const tokens =
      row.usage_type === 'embedding'
        ? { embedding_tokens: row.embedding_tokens }
        : {
            input_tokens: row.prompt_tokens,
            output_tokens: row.completion_tokens,
            total_tokens: row.total_tokens,
          }
    parts[part] = [...(parts[part] ?? []), { ...shared, ...tokens }]
  }
  return parts as UsageByModel
}
