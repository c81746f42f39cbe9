import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { settleAlarms } from '../alarms/alarms.store.ts'
import { raiseAlarm } from '../alarms/raise-alarm.ts'
import { openAccount, recordProblem } from '../billing.store.ts'
import type { BillingProvider } from '../provider/billing-provider.ts'
import { openProvider } from '../provider/open-provider.ts'
import { syncSubscriptions } from '../sync-subscriptions.ts'
import { countUsage } from './count-usage.ts'
import { listWaitingReports, type ReportRow, recordReport } from './reports.store.ts'
import { findCurrent, separateMeters } from './separate-meters.ts'

const hour = 60 * 60 * 1000
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
  // What is covered by which plan must be certain before it is counted, whatever became of the provider's events.
  const latest = await syncSubscriptions(ctx, tenant)
  if (!latest) return
  await countUsage(ctx, tenant, latest.at)
  const subscriptions = await findCurrent(tenant, latest.subscriptions)
  // What belongs to a replaced subscription is sent while that one still bills it, and the rest only when it no longer does.
  const replacedIds = subscriptions
    .filter(({ isCurrent, isMetered }) => isMetered && !isCurrent)
    .map(({ id }) => id)
  if (replacedIds.length > 0) {
    await sendReports(ctx, tenant, { subscriptionIds: replacedIds })
    const left = await listWaitingReports(tenant, { limit: 1, subscriptionIds: replacedIds })
    if (left.length > 0) return
  }
  await separateMeters(ctx, subscriptions)
  await sendReports(ctx, tenant, {})
}

type ReportChoice = { readonly subscriptionIds?: readonly string[] }

async function sendReports(ctx: Context, tenant: Tenant, choice: ReportChoice): Promise<void> {
  const waitingReports = await listWaitingReports(tenant, { limit: batchSize, ...choice })
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
  ctx: Context,
  tenant: Tenant,
  { provider, customerId, report }: ReportToSend,
): Promise<void> {
  const { id, meter, pages, at: reportedAt } = report
  const description = `${pages} pages for ${reportedAt.toISOString().slice(0, 10)} (meter “${meter}”)`
  const { organizationId } = tenant
  const reportProblem = async (kind: string, detail: string) => {
    await raiseAlarm(ctx, organizationId, { kind, subject: id, detail })
    await recordProblem(tenant, detail)
  }
  const now = Date.now()
  const isDeduplicationOver =
    report.tried_at !== null && report.tried_at.getTime() < now - deduplicationTime
  if (isDeduplicationOver || reportedAt.getTime() < now - maxReportAge) {
    await recordReport(tenant, id, { unsettled_at: new Date() })
    return reportProblem(
      'report_unknown',
      `It is not known whether the payment provider counted ${description}.`,
    )
  }
  if (report.tried_at === null) await recordReport(tenant, id, { tried_at: new Date() })
  const outcome = await provider
    .reportUsage({ id, customerId, meter, pages, at: reportedAt })
    .catch(async (error) => {
      if (error instanceof AppError) {
        await recordReport(tenant, id, { answer: error.message })
        await recordProblem(tenant, error.message)
      }
      throw error
    })
  if (outcome === 'counted') {
    await recordReport(tenant, id, { counted_at: new Date(), answer: 'counted' })
    return settleAlarms(ctx, organizationId, { kind: 'report_refused', subject: id })
  }
  // The report was not counted, so it can be sent again at any time, unless an earlier attempt may
  // have been counted.
  const answer = `refused: ${outcome.refused}`
  if (report.tried_at === null) await recordReport(tenant, id, { tried_at: null, answer })
  else await recordReport(tenant, id, { answer })
  return reportProblem(
    'report_refused',
    `The payment provider rejected ${description}: ${outcome.refused}`,
  )
}
