import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { findSubscriptionRow } from '../billing.store.ts'
import { findPlan, plansOf } from '../catalogue.ts'
import { countDays } from './count-days.ts'
import { listLines, saveLines } from './ledger.store.ts'
import { findUnreported, type PlanPart, type PricedPart, priceParts } from './price-parts.ts'
import {
  closePeriod,
  insertReport,
  listCycle,
  listReports,
  lockOpenPeriods,
  type PeriodRow,
  recordCounted,
} from './reports.store.ts'

const second = 1000
const hour = 60 * 60 * second
/** Time after its end at which a period is closed: usage of its last moment is committed by then. */
const closingDelay = 2 * hour
/** Older usage is reported as of now where its period still runs: the provider takes no old reports. */
const maxBackdating = 30 * 24 * hour

type CountDependencies = { readonly config: Pick<Context['config'], 'productId'> }

/**
 * Stores what each period has covered so far, and a report for each page beyond its plan that has none. The state of the
 * subscriptions must be known up to `until`.
 */
export async function countUsage(
  { config }: CountDependencies,
  tenant: Tenant,
  until: Date,
): Promise<void> {
  await inTransaction(tenant, async (transaction) => {
    const openPeriods = await lockOpenPeriods(transaction)
    for (const period of openPeriods) {
      const days = await countPart({ config }, transaction, { period, until })
      await saveLines(transaction, period, days)
      await recordCounted(transaction, period, until)
    }
    for (const period of openPeriods) {
      const parts = await readCycle({ config }, transaction, period)
      const pricedPart = priceParts(parts)[parts.findIndex((first) => isSame(first.period, period))]
      if (pricedPart) await storeReports(transaction, { period, pricedPart, until })
      if (await isOver(transaction, { period, until })) await closePeriod(transaction, period)
    }
  })
}

type PeriodUntil = { readonly period: PeriodRow; readonly until: Date }

/** The provider must have ended it too: the own clock may be ahead. */
async function isOver(tenant: Tenant, { period, until }: PeriodUntil): Promise<boolean> {
  if (until.getTime() <= period.ends_at.getTime() + closingDelay) return false
  const row = await findSubscriptionRow(tenant, { subscriptionId: period.subscription_id })
  return !row || row.ended_at !== null || row.period_ends_at > period.ends_at
}

/** Plans that are not in the catalogue were agreed individually and are not metered here. */
export async function countPart(
  { config }: CountDependencies,
  tenant: Tenant,
  { period, until }: PeriodUntil,
) {
  const plan = findPlan(config.productId, period.plan_id)
  const textPlanId = plansOf(config.productId).find(({ product }) => product === 'text')?.id ?? ''
  return plan ? countDays(tenant, period, { plan, textPlanId, until }) : []
}

type PartOfPeriod = PlanPart & { readonly period: PeriodRow }

/** Returns the parts of the period at the provider to which a part belongs, with their stored lines. */
export async function readCycle(
  { config }: CountDependencies,
  tenant: Tenant,
  period: PeriodRow,
): Promise<PartOfPeriod[]> {
  const parts: PartOfPeriod[] = []
  for (const first of await listCycle(tenant, period)) {
    const plan = findPlan(config.productId, first.plan_id)
    if (plan) parts.push({ period: first, plan, days: await listLines(tenant, first) })
  }
  return parts
}

const isSame = (first: PeriodRow, second: PeriodRow) =>
  first.subscription_id === second.subscription_id &&
  first.began_at.getTime() === second.began_at.getTime()

type PricedPeriod = PeriodUntil & { readonly pricedPart: PricedPart }

async function storeReports(
  transaction: Tenant,
  { period, pricedPart, until }: PricedPeriod,
): Promise<void> {
  const reports = await listReports(transaction, period)
  for (const { day, kind, price, pages } of findUnreported(pricedPart, reports)) {
    const { meter, dollars } = price
    const reportedAt = timeOfReport(period, day, until)
    await insertReport(transaction, period, { meter, pages, at: reportedAt, day, kind, dollars })
  }
}

/** A time of the day of the pages that lies in their period; its end belongs to the next period. */
function timeOfReport({ began_at, ends_at }: PeriodRow, day: string, until: Date): Date {
  const endOfDay = Date.parse(`${day}T23:59:59Z`)
  const isOver = ends_at.getTime() <= until.getTime()
  // Its plan may be replaced in this very second, and that second belongs to the next plan.
  const latest = (isOver ? ends_at : until).getTime() - second
  const isTooOld = endOfDay < until.getTime() - maxBackdating
  const time = isTooOld ? latest : Math.min(endOfDay, latest)
  return new Date(Math.max(time, began_at.getTime()))
}
