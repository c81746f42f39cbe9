import type { LedgerQuery } from '@recto/contract/billing/billing'
import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type AlarmRow, listOpenAlarms } from '../alarms/alarms.store.ts'
import { assertSells } from '../provider/open-provider.ts'
import { readUsedDays } from '../used-days.reads.ts'
import { type Days, type LedgerLine, readLedgerLines, readTextDays } from './ledger.store.ts'

const usualDays = 31
const maxDays = 366
const dayMilliseconds = 24 * 60 * 60 * 1000

type LedgerRequest = { readonly actor: Actor; readonly query: LedgerQuery }
export type Ledger = Days & {
  readonly lines: readonly LedgerLine[]
  readonly alarms: readonly AlarmRow[]
}

/** Returns what was used and billed, day by day; usage without a plan has lines too, so that no page is missing. */
export async function readLedger(
  ctx: Pick<Context, 'config' | 'db'>,
  { actor, query }: LedgerRequest,
): Promise<Ledger> {
  assertSells(ctx.config)
  const tenant = tenantOf(ctx, actor)
  const days = daysOf(query)
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
  days: Days,
  billedLines: readonly LedgerLine[],
): Promise<LedgerLine[]> {
  const platformDays = await readUsedDays(tenant, new Date(`${days.firstDay}T00:00:00Z`))
  const textDays = await readTextDays(tenant, days)
  const restOf = (
    product: LedgerLine['product'],
    { day, pages, tokens = 0 }: { day: string; pages: number; tokens?: number },
  ): LedgerLine => {
    const isText = product === 'text'
    const covered = billedLines.filter(
      (line) => line.day === day && isText === (line.kind !== 'platform'),
    )
    return {
      day,
      kind: product,
      product,
      planId: null,
      pages: covered.reduce((rest, line) => rest - line.pages, pages),
      tokens: covered.reduce((rest, line) => rest - line.tokens, tokens),
      beyond: 0,
      dollars: 0,
      reports: [],
    }
  }
  return [
    ...platformDays.filter(({ day }) => day <= days.lastDay).map((one) => restOf('platform', one)),
    ...textDays.map((one) => restOf('text', one)),
  ].filter(({ pages, tokens }) => pages > 0 || tokens > 0)
}

function daysOf({ start_date, end_date }: LedgerQuery): Days {
  const lastDay = end_date ?? dayOf(Date.now())
  const firstDay = start_date ?? dayOf(Date.parse(lastDay) - (usualDays - 1) * dayMilliseconds)
  const days = (Date.parse(lastDay) - Date.parse(firstDay)) / dayMilliseconds + 1
  if (days < 1) throw invalid('start_date', 'The start date must not be after the end date.')
  if (days > maxDays) {
    throw invalid('start_date', `The period must not be longer than ${maxDays} days.`)
  }
  return { firstDay, lastDay }
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
