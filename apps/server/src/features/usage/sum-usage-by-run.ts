import type { Tenant } from '../../platform/db/database.ts'
import { sumUsage, type UsageSum } from './usage.store.ts'

/** All fields are null when nothing was used; the cost also when no price is known. */
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

/** Sums the usage of each run so far; runs that used nothing are absent. */
export async function sumUsageByRun(
  tenant: Tenant,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, RunUsage>> {
  const totals = new Map<string, RunUsage>()
  for (const row of await sumUsage(tenant, runIds)) {
    totals.set(row.runId, addUsageRow(totals.get(row.runId) ?? noUsage, row))
  }
  return totals
}

/** Sums rows of one run; `undefined` when it used nothing. */
export function totalUsage(sums: readonly UsageSum[]): RunUsage | undefined {
  return sums.length === 0 ? undefined : sums.reduce(addUsageRow, noUsage)
}

/** A sum without any known price stays unknown. */
function addUsageRow(sum: RunUsage, row: RunUsage): RunUsage {
  const addField = (key: keyof RunUsage) =>
    sum[key] === null && row[key] === null ? null : (sum[key] ?? 0) + (row[key] ?? 0)
  return {
    embeddingTokens: addField('embeddingTokens'),
    promptTokens: addField('promptTokens'),
    completionTokens: addField('completionTokens'),
    totalTokens: addField('totalTokens'),
    costInDollars: addField('costInDollars'),
  }
}
