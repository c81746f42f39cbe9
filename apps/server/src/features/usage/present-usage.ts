import type { TokenUsage } from '@recto/contract/usage'
import type { RunUsage } from './usage-of-runs.ts'

export function presentUsage(usage: RunUsage | undefined): TokenUsage {
  return {
    embedding_tokens: usage?.embeddingTokens ?? null,
    prompt_tokens: usage?.promptTokens ?? null,
    completion_tokens: usage?.completionTokens ?? null,
    total_tokens: usage?.totalTokens ?? null,
    cost_in_dollars: usage?.costInDollars ?? null,
  }
}
