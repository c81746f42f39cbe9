import type { Tenant } from '../../../platform/db/database.ts'
import type { Plan } from '../catalogue.ts'
import type { PeriodRow } from './reports.store.ts'
import { readTextPages, readWholeDays, type Span, sumFiles } from './used-pages.reads.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000

/** Usage that a part of a period covers on a day (UTC). */
export type DayUse = {
  readonly day: string
  /** `platform` or `text`, whose pages are included in a plan, or the name of a price of the text service. */
  readonly kind: string
  readonly pages: number
  readonly tokens: number
}

export type CountOptions = {
  readonly plan: Plan
  /** Plan under which the text service counts paid pages. */
  readonly textPlanId: string
  readonly until: Date
}

/** Counts what a part of a period covers, day by day, up to a time. */
export async function countDays(
  tenant: Tenant,
  period: PeriodRow,
  { plan, textPlanId, until }: CountOptions,
): Promise<DayUse[]> {
  const span = { from: period.began_at, until: until < period.ends_at ? until : period.ends_at }
  if (span.until <= span.from) return []
  const isApart = plan.product === 'text'
  const textPages = await readTextPages(tenant, { ...span, plan: textPlanId, isApart })
  const text = textPages.map(({ day, mode, pages }) => ({
    day,
    kind: isApart ? nameOfMode(plan, mode) : 'text',
    pages,
    tokens: 0,
  }))
  const platform = isApart ? [] : await countPlatformDays(tenant, period, span)
  return sumByDayAndKind([...platform, ...text])
}

/** The price that counts a mode; a mode without a price is free. */
const nameOfMode = ({ usagePrices }: Plan, mode: string): string =>
  usagePrices.find(({ counts }) => counts !== 'beyond-plan' && counts.includes(mode))?.kind ??
  'free'

/** Reads whole days from their stored sums, and the partial days at both ends file by file. */
async function countPlatformDays(
  tenant: Tenant,
  { first_day_pages }: PeriodRow,
  { from, until }: Span,
): Promise<DayUse[]> {
  const firstEnds = new Date(Math.ceil(from.getTime() / dayMilliseconds) * dayMilliseconds)
  const lastBegins = new Date(Math.floor(until.getTime() / dayMilliseconds) * dayMilliseconds)
  const platformUse = async (span: Span) => {
    const use = await sumFiles(tenant, span)
    return { day: dayOf(span.from), kind: 'platform', ...use }
  }
  if (lastBegins < firstEnds) return [await platformUse({ from, until })]
  const first = await platformUse({ from, until: firstEnds })
  const days = await readWholeDays(tenant, { from: firstEnds, until: lastBegins })
  return [
    // An earlier version stored the pages of the first day here.
    { ...first, pages: Math.max(first.pages, first_day_pages ?? 0) },
    ...days.map(({ day, pages, tokens }) => ({ day, kind: 'platform', pages, tokens })),
    await platformUse({ from: lastBegins, until }),
  ]
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

function sumByDayAndKind(uses: readonly DayUse[]): DayUse[] {
  const sums = new Map<string, DayUse>()
  for (const { day, kind, pages, tokens } of uses) {
    const key = `${day} ${kind}`
    const sum = sums.get(key)
    sums.set(key, {
      day,
      kind,
      pages: pages + (sum?.pages ?? 0),
      tokens: tokens + (sum?.tokens ?? 0),
    })
  }
  return [...sums.values()].filter(({ pages, tokens }) => pages > 0 || tokens > 0)
}
