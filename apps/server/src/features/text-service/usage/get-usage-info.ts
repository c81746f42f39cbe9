import type { Tenant } from '../../../platform/db/database.ts'
import { type ModePages, sumThisMonth } from './text-usage.store.ts'

/** Nothing is refused for its number yet: every organization is on a paid plan without limits. */
export const plan = 'recto-unlimited'
export const unlimited = -1

export type UsageInfo = {
  readonly today: number
  readonly month: number
  readonly byMode: ReadonlyMap<string, ModePages>
}

/** Pages of this month and of today, by UTC. */
export async function getUsageInfo(tenant: Tenant): Promise<UsageInfo> {
  const rows = await sumThisMonth(tenant)
  return {
    today: rows.reduce((sum, { today }) => sum + today, 0),
    month: rows.reduce((sum, { pages }) => sum + pages, 0),
    byMode: new Map(rows.map((row) => [row.mode, row])),
  }
}
