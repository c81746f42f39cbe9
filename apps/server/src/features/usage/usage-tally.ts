import type { NewUsage, UsageSum } from './usage.store.ts'

/** Usage of one run, counted in memory: a run whose calls are all made here need not query it. */
export type UsageTally = {
  /** Counts a call once, however often it is added. */
  add(usage: NewUsage): void
  /** The same sums that `sumUsage` would query. */
  sums(): readonly UsageSum[]
}

export function createUsageTally(): UsageTally {
  const calls = new Map<string, NewUsage>()
  return {
    add(usage) {
      if (!calls.has(usage.call_key)) calls.set(usage.call_key, usage)
    },
    sums() {
      const sums = new Map<string, UsageSum>()
      for (const usage of calls.values()) {
        const name = JSON.stringify([usage.usage_type, usage.llm_usage_reason, usage.model_name])
        sums.set(name, addUsage(sums.get(name), usage))
      }
      return [...sums.values()].toSorted((a, b) => (a.model < b.model ? -1 : 1))
    },
  }
}

const noUsage = {
  embeddingTokens: 0,
  promptTokens: 0,
  completionTokens: 0,
  totalTokens: 0,
  cachedTokens: 0,
  costInDollars: null,
}

function addUsage(previousSum: UsageSum | undefined, usage: NewUsage): UsageSum {
  const sum = previousSum ?? noUsage
  const cost = usage.cost_in_dollars ?? null
  return {
    runId: usage.run_id,
    type: usage.usage_type,
    reason: usage.llm_usage_reason ?? null,
    model: usage.model_name,
    embeddingTokens: sum.embeddingTokens + usage.embedding_tokens,
    promptTokens: sum.promptTokens + usage.prompt_tokens,
    completionTokens: sum.completionTokens + usage.completion_tokens,
    totalTokens: sum.totalTokens + usage.total_tokens,
    cachedTokens: sum.cachedTokens + (usage.cached_tokens ?? 0),
    costInDollars: cost === null ? sum.costInDollars : (sum.costInDollars ?? 0) + cost,
  }
}
