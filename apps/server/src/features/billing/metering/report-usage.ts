import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Durable } from '../../../platform/jobs/jobs.ts'
import type { RetryPolicy } from '../../../platform/retry.ts'
import { noteProblem, openAccount } from '../billing.store.ts'
import { findPlan, type Plan, plansOf } from '../catalogue.ts'
import type { BillingProvider } from '../provider/billing-provider.ts'
import { openProvider } from '../provider/open-provider.ts'
import {
  closePeriod,
  holdOpenPeriods,
  insertReport,
  listWaitingReports,
  noteReport,
  type PeriodRow,
  type ReportRow,
  sumReported,
} from './reports.store.ts'
import { usedPages } from './used-pages.ts'

const hour = 60 * 60 * 1000
/** After its end: what was used at the last moment is committed by then, and the bill is not yet final. */
const closesAfter = 2 * hour
/** The provider knows a report again for a day; a little less, for clocks differ. */
const knownFor = 23 * hour
/** The provider takes none that is older than 35 days. */
const takenFor = 34 * 24 * hour
const atOnce = 1000

/** About a quarter of an hour; what is left then is sent by the next hour's job. */
const retries: RetryPolicy = { attempts: 20, isRetryable: () => true }

/**
 * Reports pages that are paid for one by one. What is to be reported is a row before it is sent, so that a kill
 * neither loses it nor reports it twice. Safe to run at any time and twice at once.
 */
export async function reportUsage(
  ctx: Context,
  { organizationId }: { readonly organizationId: number },
  durable: Durable,
): Promise<void> {
  if (!ctx.config.billing) return
  const tenant: Tenant = { db: ctx.db, organizationId }
  await durable.everyTime('count', () => countUsage(ctx, tenant))
  await durable.everyTime('send', () => sendReports(ctx, tenant), retries)
}

async function countUsage({ config }: Pick<Context, 'config'>, tenant: Tenant): Promise<void> {
  await inTransaction(tenant, async (within) => {
    for (const period of await holdOpenPeriods(within)) {
      const plan = findPlan(config.productId, period.plan_id)
      // A plan that was agreed by hand is not ours to count.
      if (plan) await countPeriod(within, { period, plan, textPlanId: textPlanOf(config) })
      if (Date.now() > period.ends_at.getTime() + closesAfter) await closePeriod(within, period)
    }
  })
}

const textPlanOf = ({ productId }: Context['config']) =>
  plansOf(productId).find(({ product }) => product === 'text')?.id ?? ''

type Counted = {
  readonly period: PeriodRow
  readonly plan: Plan
  readonly textPlanId: string
}

/** What is used is compared with all that was reported, so what came late is reported the next time. */
async function countPeriod(within: Tenant, { period, plan, textPlanId }: Counted): Promise<void> {
  const now = new Date()
  const until = now < period.ends_at ? now : period.ends_at
  // The end of a period belongs to the next one.
  const at = now < period.ends_at ? now : new Date(period.ends_at.getTime() - 1000)
  for (const price of plan.metered) {
    const used = await usedPages(within, price, { period, plan, textPlanId, until })
    const pages = used - (await sumReported(within, period, price.meter))
    if (pages > 0) await insertReport(within, period, { meter: price.meter, pages, at })
  }
}

type Needs = Pick<Context, 'config' | 'db' | 'fetch' | 'log'>

async function sendReports(ctx: Needs, tenant: Tenant): Promise<void> {
  const waiting = await listWaitingReports(tenant, atOnce)
  if (waiting.length === 0) return
  const provider = await openProvider(ctx)
  const { customer_id: customerId } = await openAccount(tenant)
  if (customerId === null) return
  for (const report of waiting) await sendReport(ctx, tenant, { provider, customerId, report })
}

type Sent = {
  readonly provider: BillingProvider
  readonly customerId: string
  readonly report: ReportRow
}

async function sendReport(
  { log }: Pick<Context, 'log'>,
  tenant: Tenant,
  { provider, customerId, report }: Sent,
): Promise<void> {
  const { id, meter, pages, at } = report
  const said = `${pages} pages of ${at.toISOString().slice(0, 10)} on the meter ${meter}`
  const tell = async (problem: string) => {
    log.error({ organizationId: tenant.organizationId, reportId: id }, problem)
    await noteProblem(tenant, problem)
  }
  const now = Date.now()
  const isForgotten = report.tried_at !== null && report.tried_at.getTime() < now - knownFor
  if (isForgotten || at.getTime() < now - takenFor) {
    await noteReport(tenant, id, { unsettled_at: new Date() })
    return tell(`It is not known whether the payment provider has counted ${said}.`)
  }
  if (report.tried_at === null) await noteReport(tenant, id, { tried_at: new Date() })
  const outcome = await provider
    .reportUsage({ id, customerId, meter, pages, at })
    .catch(async (error) => {
      if (error instanceof AppError) await noteProblem(tenant, error.message)
      throw error
    })
  if (outcome === 'counted') return noteReport(tenant, id, { counted_at: new Date() })
  // Unless an earlier try may have been counted, there is all the time to send it again.
  if (report.tried_at === null) await noteReport(tenant, id, { tried_at: null })
  return tell(`The payment provider has refused ${said}: ${outcome.refused}`)
}
