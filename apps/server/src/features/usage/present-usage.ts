import type { TokenUsage } from '@recto/contract/usage/usage'
import { omitUndefined } from '@recto/omit-undefined'
import type { RunUsage } from './sum-usage-by-run.ts'
import type { UsageSum } from './usage.store.ts'

export function presentUsage(usage: RunUsage | undefined): TokenUsage {
  return {
    embedding_tokens: usage?.embeddingTokens ?? null,
    prompt_tokens: usage?.promptTokens ?? null,
    completion_tokens: usage?.completionTokens ?? null,
    total_tokens: usage?.totalTokens ?? null,
    cost_in_dollars: usage?.costInDollars ?? null,
  }
}

type ModelUsage = {
  readonly model_name: string
  readonly cost_in_dollars: string
  readonly input_tokens: number
  readonly output_tokens: number
  readonly total_tokens: number
  /** The part of the input that was read from a cache; absent if nothing was. */
  readonly cached_tokens?: number
}

type EmbeddingUsage = {
  readonly model_name: string
  readonly cost_in_dollars: string
  readonly embedding_tokens: number
}

/** Usage of one run by model; kinds of usage that did not occur are absent. */
export type UsageByModel = {
  readonly extraction_llm?: readonly ModelUsage[]
  readonly challenge_llm?: readonly ModelUsage[]
  readonly summarize_llm?: readonly ModelUsage[]
  readonly embedding?: readonly EmbeddingUsage[]
}

/** Presents the sums of one run for the metadata of a result, where costs are strings. */
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
            ...omitUndefined({ cached_tokens: row.cachedTokens || undefined }),
          }
    parts[part] = [...(parts[part] ?? []), { ...shared, ...tokens }]
  }
  return parts as UsageByModel
}
