import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { openAccount, recordProblem } from '../billing.store.ts'
import { findPlan, type Plan, plansOf } from '../catalogue.ts'
import type { BillingProvider } from '../provider/billing-provider.ts'
import { openProvider } from '../provider/open-provider.ts'
import {
  closePeriod,
  insertReport,
  listWaitingReports,
  lockOpenPeriods,
  type PeriodRow,
  type ReportRow,
  recordReport,
  sumReported,
} from './reports.store.ts'
import { usedPages } from './used-pages.ts'

const hour = 60 * 60 * 1000
/**
 * Time after its end at which a period is closed: usage of its last moment is committed by then,
 * and the bill is not final yet.
 */
const closingDelay = 2 * hour
/**
 * The provider recognizes a repeated report for a day; slightly less here, because clocks differ.
 */
const deduplicationTime = 23 * hour
/** The provider rejects reports older than 35 days. */
const maxReportAge = 34 * 24 * hour
const batchSize = 1000

/**
 * Reports metered pages to the provider. A report is stored before it is sent, so that a crash
 * neither loses it nor sends it twice. Safe to run at any time and concurrently.
 */
export async function reportUsage(
  ctx: Context,
  { organizationId }: { readonly organizationId: number },
): Promise<void> {
  if (!ctx.config.billing) return
  const tenant: Tenant = { db: ctx.db, organizationId }
  await countUsage(ctx, tenant)
  await sendReports(ctx, tenant)
}

async function countUsage({ config }: Pick<Context, 'config'>, tenant: Tenant): Promise<void> {
  await inTransaction(tenant, async (transaction) => {
    for (const period of await lockOpenPeriods(transaction)) {
      const plan = findPlan(config.productId, period.plan_id)
      // Plans that are not in the catalogue were agreed individually and are not metered here.
      if (plan) await countPeriod(transaction, { period, plan, textPlanId: textPlanOf(config) })
      if (Date.now() > period.ends_at.getTime() + closingDelay)
        await closePeriod(transaction, period)
    }
  })
}

const textPlanOf = ({ productId }: Context['config']) =>
  plansOf(productId).find(({ product }) => product === 'text')?.id ?? ''

type CountedPeriod = {
  readonly period: PeriodRow
  readonly plan: Plan
  readonly textPlanId: string
}

/**
 * Reports the difference between the usage so far and all earlier reports, so that late usage is
 * included next time.
 */
async function countPeriod(
  transaction: Tenant,
  { period, plan, textPlanId }: CountedPeriod,
): Promise<void> {
  const now = new Date()
  const until = now < period.ends_at ? now : period.ends_at
  // The end of a period belongs to the next one.
  const reportedAt = now < period.ends_at ? now : new Date(period.ends_at.getTime() - 1000)
  for (const price of plan.usagePrices) {
    const usedPageCount = await usedPages(transaction, price, { period, plan, textPlanId, until })
    const pages = usedPageCount - (await sumReported(transaction, period, price.meter))
    if (pages > 0)
      await insertReport(transaction, period, { meter: price.meter, pages, at: reportedAt })
  }
}

type SendReportsDependencies = Pick<Context, 'config' | 'db' | 'fetch' | 'log'>

async function sendReports(ctx: SendReportsDependencies, tenant: Tenant): Promise<void> {
  const waitingReports = await listWaitingReports(tenant, batchSize)
  if (waitingReports.length === 0) return
  const provider = await openProvider(ctx)
  const { customer_id: customerId } = await openAccount(tenant)
  if (customerId === null) return
  for (const report of waitingReports)
    await sendReport(ctx, tenant, { provider, customerId, report })
}

type ReportToSend = {
  readonly provider: BillingProvider
  readonly customerId: string
  readonly report: ReportRow
}

async function sendReport(
  { log }: Pick<Context, 'log'>,
  tenant: Tenant,
  { provider, customerId, report }: ReportToSend,
): Promise<void> {
  const { id, meter, pages, at: reportedAt } = report
  const description = `${pages} pages for ${reportedAt.toISOString().slice(0, 10)} (meter “${meter}”)`
  const reportProblem = async (problem: string) => {
    log.error({ organizationId: tenant.organizationId, reportId: id }, problem)
    await recordProblem(tenant, problem)
  }
  const now = Date.now()
  const isDeduplicationOver =
    report.tried_at !== null && report.tried_at.getTime() < now - deduplicationTime
  if (isDeduplicationOver || reportedAt.getTime() < now - maxReportAge) {
    await recordReport(tenant, id, { unsettled_at: new Date() })
    return reportProblem(`It is not known whether the payment provider counted ${description}.`)
  }
  if (report.tried_at === null) await recordReport(tenant, id, { tried_at: new Date() })
  const outcome = await provider
    .reportUsage({ id, customerId, meter, pages, at: reportedAt })
    .catch(async (error) => {
      if (error instanceof AppError) await recordProblem(tenant, error.message)
      throw error
    })
  if (outcome === 'counted') return recordReport(tenant, id, { counted_at: new Date() })
  // The report was not counted, so it can be sent again at any time, unless an earlier attempt may
  // have been counted.
  if (report.tried_at === null) await recordReport(tenant, id, { tried_at: null })
  return reportProblem(`The payment provider rejected ${description}: ${outcome.refused}`)
}
