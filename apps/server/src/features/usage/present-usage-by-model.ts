import type { UsageSum } from './usage.store.ts'

type ModelUsage = {
  readonly model_name: string
  readonly cost_in_dollars: string
  readonly input_tokens: number
  readonly output_tokens: number
  readonly total_tokens: number
}

type EmbeddingUsage = {
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

/** The sums of one run as the metadata of a result has them, where costs are texts. */
export function presentUsageByModel(sums: readonly UsageSum[]): UsageByModel {
  const parts: Record<string, (ModelUsage | EmbeddingUsage)[]> = {}
  for (const row of sums) {
    const part = row.type === 'embedding' ? 'embedding' : `${row.reason}_llm`
    const shared = {
      model_name: row.model,
      cost_in_dollars: String(row.costInDollars ?? 0),
    }
    const tokens =
      row.type === 'embedding'
        ? { embedding_tokens: row.embeddingTokens }
        : {
            input_tokens: row.promptTokens,
            output_tokens: row.completionTokens,
            total_tokens: row.totalTokens,
          }
    parts[part] = [...(parts[part] ?? []), { ...shared, ...tokens }]
  }
  return parts as UsageByModel
}
