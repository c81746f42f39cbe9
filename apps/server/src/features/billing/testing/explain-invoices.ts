import type { CannedStripe } from '@recto/testkit/canned-stripe'
import type { TestServer } from '../../../testing/start-server.ts'

type Line = ReturnType<CannedStripe['billedLines']>[number]

type Explanation = {
  /** Lines that the ledger does not explain, in words. */
  readonly unexplained: readonly string[]
  readonly usageLines: number
  readonly fixedLines: number
  /** Reports that more than one line contains. */
  readonly billedTwice: readonly string[]
  /** Counted reports of periods that are over, which no line contains. */
  readonly unbilled: readonly string[]
}

type Report = {
  readonly id: string
  readonly subscription: string
  readonly plan: string
  readonly pages: number
  /** In seconds since 1970. */
  readonly time: number
}

type Part = {
  readonly subscription: string
  readonly plan: string
  readonly start: number
  readonly end: number
  readonly cycleStart: number
  readonly cycleEnd: number
}

const secondsOf = (time: Date) => Math.floor(time.getTime() / 1000)

/** Compares each line of each invoice with the stored reports, periods and changes of plans. */
export async function explainInvoices(
  { ctx: { db } }: TestServer,
  stripe: CannedStripe,
): Promise<Explanation> {
  const reportRows = await db
    .selectFrom('billing_report')
    .selectAll()
    .where('counted_at', 'is not', null)
    .execute()
  const reports = reportRows.map(
    (row): Report => ({
      id: row.id,
      subscription: row.subscription_id,
      plan: row.plan_id ?? '',
      pages: row.pages,
      time: secondsOf(row.at),
    }),
  )
  const partRows = await db.selectFrom('billing_period').selectAll().execute()
  const parts = partRows.map(
    (row): Part => ({
      subscription: row.subscription_id,
      plan: row.plan_id,
      start: secondsOf(row.began_at),
      end: secondsOf(row.ends_at),
      cycleStart: secondsOf(row.cycle_began_at),
      cycleEnd: secondsOf(row.cycle_ends_at),
    }),
  )
  const lines = stripe.billedLines()
  const usageLines = lines.filter(({ quantity }) => quantity !== undefined)
  const fixedLines = lines.filter(({ quantity }) => quantity === undefined)
  const linesOf = (report: Report) => usageLines.filter((line) => isOnLine(report, line))
  return {
    unexplained: [
      ...usageLines
        .filter((line) => !isSumOf(line, reports))
        .map((line) => `${describe(line)}: reported ${sumOf(line, reports)}`),
      ...fixedLines.filter((line) => !isOfPart(line, parts)).map(describe),
    ],
    usageLines: usageLines.length,
    fixedLines: fixedLines.length,
    billedTwice: reports.filter((one) => linesOf(one).length > 1).map(({ id }) => id),
    unbilled: reports
      .filter((one) => linesOf(one).length === 0 && !isStillOpen(one, stripe))
      .map(({ id }) => id),
  }
}

/** Returns the subscriptions that have ended with counted pages that are on an unpaid invoice or on none. */
export async function listUnpaid(
  { ctx: { db } }: TestServer,
  stripe: CannedStripe,
): Promise<string[]> {
  const reports = await db
    .selectFrom('billing_report')
    .select(['subscription_id', 'at'])
    .where('counted_at', 'is not', null)
    .execute()
  const unpaidIds = [...stripe.subscriptions.values()]
    .filter(({ status }) => status === 'canceled')
    .filter(({ id }) => {
      const unpaidInvoices = stripe.invoices.filter((one) => one.subscription === id && !one.isPaid)
      const starts = unpaidInvoices.flatMap(({ usage }) => usage.map(({ start }) => start))
      return reports.some(
        (one) => one.subscription_id === id && secondsOf(one.at) >= Math.min(...starts),
      )
    })
    .map(({ id }) => id)
  return unpaidIds.toSorted()
}

const isOnLine = ({ subscription, plan, time }: Report, line: Line) =>
  line.subscription === subscription &&
  line.price === `${plan}-overage` &&
  time >= line.start &&
  time < line.end

const sumOf = (line: Line, reports: readonly Report[]) =>
  reports.filter((one) => isOnLine(one, line)).reduce((sum, { pages }) => sum + pages, 0)

const isSumOf = (line: Line, reports: readonly Report[]) => line.quantity === sumOf(line, reports)

/** A charge is for a period or the rest of one after a change, and a credit for what an earlier plan has left of it. */
const isOfPart = (line: Line, parts: readonly Part[]) =>
  parts
    .filter(({ subscription, plan }) => subscription === line.subscription && plan === line.price)
    .some(({ start, end, cycleStart, cycleEnd }) =>
      line.cents < 0
        ? end === line.start
        : cycleEnd === line.end && [start, cycleStart].includes(line.start),
    )

/** Its invoice comes at the end of the period, or never, after the customer has not paid for the period before. */
function isStillOpen({ subscription, time }: Report, stripe: CannedStripe): boolean {
  const cannedSubscription = stripe.subscriptions.get(subscription)
  if (!cannedSubscription) return false
  const { periodStart = cannedSubscription.created } = cannedSubscription
  const wasUnpaid = stripe.invoices.some((one) => one.subscription === subscription && !one.isPaid)
  return time >= periodStart && (cannedSubscription.status !== 'canceled' || wasUnpaid)
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString()

const describe = ({ invoice, subscription, price, cents, quantity, start, end }: Line): string =>
  `${invoice} of ${subscription}: ${quantity ?? ''} ${price} for ${cents} cents, ${timeOf(start)} to ${timeOf(end)}`
