import type { LedgerQuery } from '@recto/contract/billing/billing'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { type DayRange, daysOfQuery } from '../../../platform/days-of-query.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type AlarmRow, listOpenAlarms } from '../alarms/alarms.store.ts'
import { assertSells } from '../provider/open-provider.ts'
import { readUsedDays } from '../used-days.reads.ts'
import { readLedgerLines, readTextDays, type UsageLine } from './ledger.store.ts'

const usualDays = 31

type LedgerRequest = { readonly actor: Actor; readonly query: LedgerQuery }
export type UsageLedger = DayRange & {
  readonly lines: readonly UsageLine[]
  readonly alarms: readonly AlarmRow[]
}

/** Returns what was used and billed, day by day; usage without a plan has lines too, so that no page is missing. */
export async function readLedger(
  ctx: Pick<Context, 'config' | 'db'>,
  { actor, query }: LedgerRequest,
): Promise<UsageLedger> {
  assertSells(ctx.config)
  const tenant = tenantOf(ctx, actor)
  const days = daysOfQuery(query, usualDays)
  const billedLines = await readLedgerLines(tenant, days)
  const lines = [...billedLines, ...(await listWithoutPlan(tenant, days, billedLines))]
  return {
    ...days,
    lines: lines.toSorted(
      (a, b) => b.day.localeCompare(a.day) || a.product.localeCompare(b.product),
    ),
    alarms: await listOpenAlarms(tenant),
  }
}

/** The usage of each day less what plans have covered. */
async function listWithoutPlan(
  tenant: Tenant,
  days: DayRange,
  billedLines: readonly UsageLine[],
): Promise<UsageLine[]> {
  const platformDays = await readUsedDays(tenant, new Date(`${days.firstDay}T00:00:00Z`))
  const textDays = await readTextDays(tenant, days)
  const restOf = (
    product: UsageLine['product'],
    { day, pages, tokens = 0 }: { day: string; pages: number; tokens?: number },
  ): UsageLine => {
    const isText = product === 'text'
    const planLines = billedLines.filter(
      (line) => line.day === day && isText === (line.kind !== 'platform'),
    )
    return {
      day,
      kind: product,
      product,
      planId: null,
      pages: planLines.reduce((rest, line) => rest - line.pages, pages),
      tokens: planLines.reduce((rest, line) => rest - line.tokens, tokens),
      pagesBeyond: 0,
      dollars: 0,
      reports: [],
    }
  }
  return [
    ...platformDays.filter(({ day }) => day <= days.lastDay).map((one) => restOf('platform', one)),
    ...textDays.map((one) => restOf('text', one)),
  ].filter(({ pages, tokens }) => pages > 0 || tokens > 0)
}
