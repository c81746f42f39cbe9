import type { TokenUsage } from '@recto/contract/usage'
import type { Tenant } from '../../platform/db/database.ts'
import { sumUsage } from './usage.store.ts'

export const noUsage: TokenUsage = {
  embedding_tokens: null,
  prompt_tokens: null,
  completion_tokens: null,
  total_tokens: null,
  cost_in_dollars: null,
}

/** What each run has used so far; runs that used nothing are absent. */
export async function usageOfRuns(
  tenant: Tenant,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, TokenUsage>> {
  const totals = new Map<string, TokenUsage>()
  if (runIds.length === 0) return totals
  for (const row of await sumUsage(tenant, runIds)) {
    totals.set(row.run_id, add(totals.get(row.run_id) ?? noUsage, row))
  }
  return totals
}

/** All five are null when the run has used nothing. */
export async function usageOfRun(tenant: Tenant, runId: string): Promise<TokenUsage> {
  return (await usageOfRuns(tenant, [runId])).get(runId) ?? noUsage
}

/** An unknown price stays unknown only while no part of the sum has one. */
function add(sum: TokenUsage, row: TokenUsage): TokenUsage {
  const plus = (key: keyof TokenUsage) =>
    sum[key] === null && row[key] === null ? null : (sum[key] ?? 0) + (row[key] ?? 0)
  return {
    embedding_tokens: plus('embedding_tokens'),
    prompt_tokens: plus('prompt_tokens'),
    completion_tokens: plus('completion_tokens'),
    total_tokens: plus('total_tokens'),
    cost_in_dollars: plus('cost_in_dollars'),
  }
}
