import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { settleAlarms } from '../alarms/alarms.store.ts'
import { raiseAlarm } from '../alarms/raise-alarm.ts'
import { openAccount } from '../billing.store.ts'
import { plansOf } from '../catalogue.ts'
import { openProvider } from '../provider/open-provider.ts'
import {
  listBilledProducts,
  listSentReports,
  recordReport,
  type SentReport,
} from './reports.store.ts'

const minute = 60 * 1000
const hour = 60 * minute
/** Time after which the provider's sums contain a report. */
const summingTime = hour
/** The provider takes no older reports, so that its sums no longer change. */
const maxAge = 34 * 24 * hour

/**
 * Compares the pages that were reported with the sums of the provider. A report whose outcome was unknown is settled by
 * the sum if that tells: it was counted, or it is sent again. Any other difference is an alarm.
 */
export async function checkSums(
  ctx: Context,
  { organizationId }: { readonly organizationId: number },
): Promise<void> {
  if (!ctx.config.billing) return
  const tenant: Tenant = { db: ctx.db, organizationId }
  const { customer_id: customerId } = await openAccount(tenant)
  if (customerId === null) return
  const provider = await openProvider(ctx)
  const wholeMinute = (time: number) => new Date(Math.floor(time / minute) * minute)
  const from = wholeMinute(Date.now() - maxAge)
  const until = wholeMinute(Date.now() - summingTime)
  const reports = await listSentReports(tenant, { from, until })
  // Pages on a meter of which nothing was reported here are a difference too.
  const products = await listBilledProducts(tenant)
  const ownMeters = plansOf(ctx.config.productId)
    .filter(({ product }) => products.includes(product))
    .flatMap(({ usagePrices }) => usagePrices.map((price) => price.meter))
  for (const meter of new Set([...ownMeters, ...reports.map((report) => report.meter)])) {
    const sum = await provider.sumUsage({ customerId, meter, from, until })
    const ofMeter = reports.filter((report) => report.meter === meter)
    await compare(ctx, tenant, { meter, sum: sum ?? 0, reports: ofMeter })
  }
}

type Comparison = {
  readonly meter: string
  readonly sum: number
  readonly reports: readonly SentReport[]
}

async function compare(
  ctx: Context,
  tenant: Tenant,
  { meter, sum, reports }: Comparison,
): Promise<void> {
  const { organizationId } = tenant
  const alarm = { kind: 'sum_differs', subject: meter }
  // A report for an earlier time that was sent just now may not be in the sum yet.
  const summedUntil = Date.now() - summingTime
  const isSummed = ({ counted_at }: SentReport) =>
    counted_at !== null && counted_at.getTime() < summedUntil
  const unknownReports = reports.filter(({ unsettled_at }) => unsettled_at !== null)
  const waitingPages = sumPages(
    reports.filter((report) => !isSummed(report) && report.unsettled_at === null),
  )
  const countedPages = sumPages(reports.filter(isSummed))
  const unknownPages = sumPages(unknownReports)
  const isCertain = waitingPages === 0
  if (isCertain && unknownPages > 0 && sum === countedPages + unknownPages) {
    await settleReports(ctx, tenant, { reports: unknownReports, isCounted: true })
  } else if (isCertain && unknownPages > 0 && sum === countedPages) {
    await settleReports(ctx, tenant, { reports: unknownReports, isCounted: false })
  }
  const max = countedPages + waitingPages + unknownPages
  if (sum >= countedPages && sum <= max) return settleAlarms(ctx, organizationId, alarm)
  await raiseAlarm(ctx, organizationId, {
    ...alarm,
    detail: `The payment provider has counted ${sum} pages on the meter “${meter}”, and ${countedPages} were reported.`,
  })
}

type Settlement = { readonly reports: readonly SentReport[]; readonly isCounted: boolean }

async function settleReports(
  ctx: Context,
  tenant: Tenant,
  { reports, isCounted }: Settlement,
): Promise<void> {
  const { organizationId } = tenant
  for (const { id } of reports) {
    await recordReport(
      tenant,
      id,
      isCounted
        ? { counted_at: new Date(), unsettled_at: null, answer: 'counted, as its sum shows' }
        : { tried_at: null, unsettled_at: null, answer: 'not counted, as its sum shows' },
    )
    await settleAlarms(ctx, organizationId, { kind: 'report_unknown', subject: id })
  }
}

const sumPages = (reports: readonly SentReport[]) =>
  reports.reduce((sum, { pages }) => sum + pages, 0)
