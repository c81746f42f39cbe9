import type { Tenant } from '../../../platform/db/database.ts'
import type { MeteredPrice, Plan } from '../catalogue.ts'
import type { PeriodRow } from './reports.store.ts'
import { saveFirstDayPages } from './reports.store.ts'
import { type Span, sumFiles, sumTextPages, sumWholeDays } from './used-pages.reads.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
/** Usage older than this is committed and included in the sums by day. */
const settlingTime = hour

type UsedPagesRequest = {
  readonly period: PeriodRow
  readonly plan: Plan
  /** Plan under which the text service counts paid pages. */
  readonly textPlanId: string
  readonly until: Date
}

/** Returns the pages of a period to which a price applies, so far. */
export async function usedPages(
  tenant: Tenant,
  { counts }: MeteredPrice,
  { period, plan, textPlanId, until }: UsedPagesRequest,
): Promise<number> {
  const span = { from: period.began_at, until }
  const isApart = counts !== 'beyond-plan'
  const text = await sumTextPages(tenant, { ...span, plan: textPlanId, isApart })
  const inModes = text.filter(({ mode }) => !isApart || counts.includes(mode))
  const textPages = inModes.reduce((sum, { pages }) => sum + pages, 0)
  if (isApart) return textPages
  const beyondPlan = (pages: number) => Math.max(pages - plan.pages, 0)
  return beyondPlan(await platformPages(tenant, period, until)) + beyondPlan(textPages)
}

/** Sums whole days from their stored sums, and the partial days at both ends file by file. */
async function platformPages(tenant: Tenant, period: PeriodRow, until: Date): Promise<number> {
  const from = period.began_at
  const firstEnds = new Date(Math.ceil(from.getTime() / day) * day)
  const lastBegins = new Date(Math.floor(until.getTime() / day) * day)
  if (lastBegins < firstEnds) return sumFiles(tenant, { from, until })
  const first = await firstDayPages(tenant, period, { from, until: firstEnds })
  const days = await sumWholeDays(tenant, { from: firstEnds, until: lastBegins })
  return first + days + (await sumFiles(tenant, { from: lastBegins, until }))
}

/**
 * Stores the pages of the first day once it is over, because the rows of old files may be deleted
 * before the period ends.
 */
async function firstDayPages(tenant: Tenant, period: PeriodRow, span: Span): Promise<number> {
  if (period.first_day_pages !== null) return period.first_day_pages
  const pages = await sumFiles(tenant, span)
  if (Date.now() > span.until.getTime() + settlingTime)
    await saveFirstDayPages(tenant, period, pages)
  return pages
}
