import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { settleAlarms } from '../alarms/alarms.store.ts'
import { raiseAlarm } from '../alarms/raise-alarm.ts'
import { openAccount, recordProblem } from '../billing.store.ts'
import type { BillingProvider } from '../provider/billing-provider.ts'
import { openProvider } from '../provider/open-provider.ts'
import { syncSubscriptions } from '../sync-subscriptions.ts'
import { chooseTime } from './choose-time.ts'
import { countUsage } from './count-usage.ts'
import { listWaitingReports, recordReport, type WaitingReport } from './reports.store.ts'
import {
  findSurplus,
  type MarkedSubscription,
  markCurrent,
  separateMeters,
} from './separate-meters.ts'

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
  const subscriptions = await markCurrent(tenant, latest.subscriptions)
  // What belongs to a replaced subscription is sent while that one still bills it, and the rest only when it no longer does.
  const replacedIds = findSurplus(subscriptions).map(({ id }) => id)
  if (replacedIds.length > 0) {
    await sendReports(ctx, tenant, { subscriptions, subscriptionIds: replacedIds })
    const left = await listWaitingReports(tenant, { limit: 1, subscriptionIds: replacedIds })
    if (left.length > 0) return
  }
  const hasChanged = await separateMeters(ctx, subscriptions)
  const newState = hasChanged ? await syncSubscriptions(ctx, tenant) : undefined
  await sendReports(ctx, tenant, {
    subscriptions: newState ? await markCurrent(tenant, newState.subscriptions) : subscriptions,
  })
}

type ReportChoice = {
  readonly subscriptions: readonly MarkedSubscription[]
  /** Subscriptions whose reports are sent; all by default. */
  readonly subscriptionIds?: readonly string[]
}

async function sendReports(
  ctx: Context,
  tenant: Tenant,
  { subscriptions, ...choice }: ReportChoice,
): Promise<void> {
  const waitingReports = await listWaitingReports(tenant, { limit: batchSize, ...choice })
  if (waitingReports.length === 0) return
  const provider = await openProvider(ctx)
  const { customer_id: customerId } = await openAccount(tenant)
  if (customerId === null) return
  for (const report of waitingReports) {
    const subscription = subscriptions.find(({ id }) => id === report.subscription_id)
    const reportedAt = subscription
      ? chooseTime(report, { productId: ctx.config.productId, subscription, now: Date.now() })
      : report.at
    if (reportedAt) await sendReport(ctx, tenant, { provider, customerId, report, reportedAt })
    else await recordMissed(ctx, tenant, report)
  }
}

/** Pages that no invoice will contain are not sent: whoever runs the installation decides what becomes of them. */
async function recordMissed(ctx: Context, tenant: Tenant, report: WaitingReport): Promise<void> {
  const { id, pages, read_on: day } = report
  // An earlier attempt may have been in time; the comparison of sums tells.
  if (report.tried_at) return recordUnknown(ctx, tenant, report)
  await recordReport(tenant, id, { missed_at: new Date(), answer: 'too late for the last invoice' })
  await settleRefused(ctx, tenant, id)
  await raiseAlarm(ctx, tenant.organizationId, {
    kind: 'report_missed',
    subject: id,
    detail: `The last invoice of a subscription was final before ${countOf(pages)} of ${day} could be reported, so that no invoice contains them.`,
  })
}

async function recordUnknown(ctx: Context, tenant: Tenant, report: WaitingReport): Promise<void> {
  await recordReport(tenant, report.id, { unsettled_at: new Date() })
  await settleRefused(ctx, tenant, report.id)
  await raiseAlarm(ctx, tenant.organizationId, {
    kind: 'report_unknown',
    subject: report.id,
    detail: `It is not known whether the payment provider counted ${describeReport(report)}.`,
  })
}

/** The later state of a report replaces the alarm about its refusal. */
const settleRefused = (ctx: Context, { organizationId }: Tenant, id: string) =>
  settleAlarms(ctx, organizationId, { kind: 'report_refused', subject: id })

const countOf = (pages: number) => `${pages} ${pages === 1 ? 'page' : 'pages'}`

const describeReport = ({ pages, read_on, meter }: WaitingReport) =>
  `${countOf(pages)} for ${read_on} (meter “${meter}”)`

type ReportToSend = {
  readonly provider: BillingProvider
  readonly customerId: string
  readonly report: WaitingReport
  /** Time for which it is reported. */
  readonly reportedAt: Date
}

async function sendReport(ctx: Context, tenant: Tenant, reportToSend: ReportToSend): Promise<void> {
  const { report, reportedAt } = reportToSend
  const { id, tried_at: triedAt } = report
  const now = Date.now()
  const isDeduplicationOver = triedAt !== null && triedAt.getTime() < now - deduplicationTime
  if (isDeduplicationOver || reportedAt.getTime() < now - maxReportAge) {
    return recordUnknown(ctx, tenant, report)
  }
  await recordReport(tenant, id, { at: reportedAt, tried_at: triedAt ?? new Date() })
  const outcome = await attempt(tenant, reportToSend)
  if (outcome === 'counted' || outcome === 'counted-before') {
    const time = outcome === 'counted' ? reportedAt : report.at
    await recordReport(tenant, id, { at: time, counted_at: new Date(), answer: 'counted' })
    return settleRefused(ctx, tenant, id)
  }
  // The report was not counted, so it can be sent again at any time, unless an earlier attempt may
  // have been counted.
  const answer = `refused: ${outcome.refused}`
  await recordReport(tenant, id, triedAt === null ? { tried_at: null, answer } : { answer })
  await raiseAlarm(ctx, tenant.organizationId, {
    kind: 'report_refused',
    subject: id,
    detail: `The payment provider rejected ${describeReport(report)}: ${outcome.refused}`,
  })
}

async function attempt(
  tenant: Tenant,
  { provider, customerId, report: { id, meter, pages }, reportedAt }: ReportToSend,
): ReturnType<BillingProvider['reportUsage']> {
  return provider
    .reportUsage({ id, customerId, meter, pages, at: reportedAt })
    .catch(async (error) => {
      if (error instanceof AppError) {
        await recordReport(tenant, id, { answer: error.message })
        await recordProblem(tenant, error.message)
      }
      throw error
    })
}
