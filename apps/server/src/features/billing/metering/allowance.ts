import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findSubscriptionRow, openAccount, type SubscriptionRow } from '../billing.store.ts'
import { findPlan, trial } from '../catalogue.ts'
import { findLastPeriod } from '../periods.store.ts'
import { assertSells } from '../provider/open-provider.ts'
import { readUsedDays } from '../used-days.reads.ts'
import type { DayUse } from './count-days.ts'
import { countPart, readCycle } from './count-usage.ts'
import { readTextDays } from './ledger.store.ts'
import { priceParts } from './price-parts.ts'
import type { PeriodRow } from './reports.store.ts'

export type PlanPages = {
  readonly includedPages: number | null
  readonly usedPages: number
  readonly pagesBeyond: number
  readonly dollars: number
}

export type PlanAllowance = {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly platform: PlanPages
  readonly text: PlanPages
  /** Dollars for a page beyond the plan. */
  readonly overage: number | null
}

const dayMilliseconds = 24 * 60 * 60 * 1000

type AllowanceDependencies = Pick<Context, 'config' | 'db'>

/** Returns what the plan includes and what was used of it, as it is billed. */
export async function getAllowance(
  ctx: AllowanceDependencies,
  actor: Actor,
): Promise<PlanAllowance> {
  assertSells(ctx.config)
  const tenant = tenantOf(ctx, actor)
  const row = await findSubscriptionRow(tenant, { product: 'platform' })
  const plan = row && findPlan(ctx.config.productId, row.plan_id)
  const period = row && (await findLastPeriod(tenant, row))
  if (row && plan && period) {
    const { includedPages, uses } = await pricePeriod(ctx, tenant, period)
    const pagesOf = (kind: string): PlanPages => {
      const usesOfKind = uses.filter((use) => use.kind === kind)
      const pagesBeyond = usesOfKind.reduce((sum, one) => sum + one.pagesBeyond, 0)
      const usedPages = usesOfKind.reduce((sum, one) => sum + one.pages, 0)
      const dollars = usesOfKind.reduce(
        (sum, one) => sum + one.pagesBeyond * (one.price?.dollars ?? 0),
        0,
      )
      return { includedPages, usedPages, pagesBeyond, dollars }
    }
    const times = { startsAt: period.cycle_began_at, endsAt: period.cycle_ends_at }
    return { ...times, platform: pagesOf('platform'), text: pagesOf('text'), overage: plan.overage }
  }
  return { ...(await usageWithoutPlan(tenant, row)), overage: null }
}

async function usageWithoutPlan(tenant: Tenant, row: SubscriptionRow | undefined) {
  const startsAt = row?.period_began_at ?? (await openAccount(tenant)).trial_began_at
  const endsAt = row?.period_ends_at ?? new Date(startsAt.getTime() + trial.days * dayMilliseconds)
  const firstDay = dayOf(startsAt)
  const days = await readUsedDays(tenant, startsAt)
  const textDays = await readTextDays(tenant, { firstDay, lastDay: dayOf(new Date()) })
  const pagesOf = (all: readonly { readonly pages: number }[]): PlanPages => ({
    includedPages: null,
    usedPages: all.reduce((sum, { pages }) => sum + pages, 0),
    pagesBeyond: 0,
    dollars: 0,
  })
  return { startsAt, endsAt, platform: pagesOf(days), text: pagesOf(textDays) }
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** Prices the period at the provider with the usage up to now, without storing anything. */
async function pricePeriod(ctx: AllowanceDependencies, tenant: Tenant, period: PeriodRow) {
  const parts = await readCycle(ctx, tenant, period)
  const until = new Date()
  const upToNow = []
  for (const part of parts) {
    const days = part.period.closed_at
      ? part.days
      : mergeDays(part.days, await countPart(ctx, tenant, { period: part.period, until }))
    upToNow.push({ ...part, days })
  }
  const pricedParts = priceParts(upToNow)
  return {
    includedPages: pricedParts.at(-1)?.includedPages ?? 0,
    uses: pricedParts.flatMap(({ uses }) => uses),
  }
}

/** A line never shrinks, as when lines are stored. */
function mergeDays(storedDays: readonly DayUse[], countedDays: readonly DayUse[]): DayUse[] {
  const days = new Map(storedDays.map((use) => [`${use.day} ${use.kind}`, use]))
  for (const use of countedDays) {
    const key = `${use.day} ${use.kind}`
    const earlier = days.get(key)
    days.set(key, earlier && earlier.pages > use.pages ? earlier : use)
  }
  return [...days.values()]
}

/** Counts the pages of the text service beyond the platform plan that includes them. */
export async function countTextPagesBeyondPlan(
  ctx: AllowanceDependencies,
  tenant: Tenant,
): Promise<number> {
  const row = await findSubscriptionRow(tenant, { product: 'platform' })
  const period = row && (await findLastPeriod(tenant, row))
  if (!period) return 0
  const { uses } = await pricePeriod(ctx, tenant, period)
  return uses
    .filter(({ kind }) => kind === 'text')
    .reduce((sum, { pagesBeyond }) => sum + pagesBeyond, 0)
}
