import type { Tenant } from '../../platform/db/database.ts'
import { sumUsage, type UsageSum } from './usage.store.ts'

/** All five are null when nothing was used; the cost also when the price is not known. */
export type RunUsage = {
  readonly embeddingTokens: number | null
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly totalTokens: number | null
  readonly costInDollars: number | null
}

const noUsage: RunUsage = {
  embeddingTokens: null,
  promptTokens: null,
  completionTokens: null,
  totalTokens: null,
  costInDollars: null,
}

/** What each run has used so far; runs that used nothing are absent. */
export async function usageOfRuns(
  tenant: Tenant,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, RunUsage>> {
  const totals = new Map<string, RunUsage>()
  for (const row of await sumUsage(tenant, runIds)) {
    totals.set(row.runId, add(totals.get(row.runId) ?? noUsage, row))
  }
  return totals
}

/** The same of one run whose sums are in hand; `undefined` when it used nothing. */
export function totalUsage(sums: readonly UsageSum[]): RunUsage | undefined {
  return sums.length === 0 ? undefined : sums.reduce(add, noUsage)
}

/** An unknown price stays unknown only while no part of the sum has one. */
function add(sum: RunUsage, row: RunUsage): RunUsage {
  const plus = (key: keyof RunUsage) =>
    sum[key] === null && row[key] === null ? null : (sum[key] ?? 0) + (row[key] ?? 0)
  return {
    embeddingTokens: plus('embeddingTokens'),
    promptTokens: plus('promptTokens'),
    completionTokens: plus('completionTokens'),
    totalTokens: plus('totalTokens'),
    costInDollars: plus('costInDollars'),
  }
}
