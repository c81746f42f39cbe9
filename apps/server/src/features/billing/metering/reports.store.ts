import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

export type PeriodRow = Selectable<Tables['billing_period']>
type ReportRow = Selectable<Tables['billing_report']>

/** Returns the ids of all organizations that may have something to report. */
export async function listOrganizationsToReport({ db }: Installation): Promise<number[]> {
  const rows = await db
    .selectFrom('billing_period')
    .select('organization_id')
    .where('closed_at', 'is', null)
    .union(
      // The event of a payment may be lost.
      db
        .selectFrom('billing_checkout')
        .select('organization_id')
        .where('closed_at', 'is', null)
        .where('opened_at', '>', sql<Date>`now() - interval '25 hours'`),
    )
    .union(
      db
        .selectFrom('billing_report')
        .select('organization_id')
        .where('counted_at', 'is', null)
        .where('unsettled_at', 'is', null)
        .where('missed_at', 'is', null),
    )
    .execute()
  return rows.map(({ organization_id }) => organization_id)
}

/** Returns the ids of the organizations of which a period has just ended, so that its invoice is final soon. */
export async function listOrganizationsWithEndedPeriod({ db }: Installation): Promise<number[]> {
  const now = new Date()
  const rows = await db
    .selectFrom('billing_period')
    .select('organization_id')
    .distinct()
    .where('closed_at', 'is', null)
    .where('ends_at', '<=', now)
    .where('ends_at', '>', new Date(now.getTime() - 60 * 60 * 1000))
    .execute()
  return rows.map(({ organization_id }) => organization_id)
}

/** Returns the open periods, locked so that one process at a time reports them. */
export async function lockOpenPeriods({ db, organizationId }: Tenant): Promise<PeriodRow[]> {
  return db
    .selectFrom('billing_period')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('closed_at', 'is', null)
    .where('began_at', '<=', new Date())
    .orderBy('began_at')
    .forUpdate()
    .execute()
}

type PeriodKey = Pick<PeriodRow, 'subscription_id' | 'began_at'>

/** Returns the parts of the period at the provider to which a part belongs, in order. */
export async function listCycle(
  { db, organizationId }: Tenant,
  { subscription_id, cycle_began_at }: Pick<PeriodRow, 'subscription_id' | 'cycle_began_at'>,
): Promise<PeriodRow[]> {
  return db
    .selectFrom('billing_period')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscription_id)
    .where('cycle_began_at', '=', cycle_began_at)
    .orderBy('began_at')
    .execute()
}

export async function closePeriod(
  { db, organizationId }: Tenant,
  { subscription_id, began_at }: PeriodKey,
): Promise<void> {
  await db
    .updateTable('billing_period')
    .set({ closed_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscription_id)
    .where('began_at', '=', began_at)
    .execute()
}

/** Stores up to when the usage of a period was counted. */
export async function recordCounted(
  { db, organizationId }: Tenant,
  { subscription_id, began_at }: PeriodKey,
  until: Date,
): Promise<void> {
  await db
    .updateTable('billing_period')
    .set({
      counted_until: sql<Date>`greatest(counted_until, least(ends_at, ${until}::timestamptz))`,
    })
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscription_id)
    .where('began_at', '=', began_at)
    .execute()
}

type ReportedPages = {
  readonly day: string
  readonly kind: string | null
  readonly meter: string
  readonly pages: number
}

/** Returns the pages of a period that were reported or are waiting to be, by day and kind. */
export async function listReports(
  { db, organizationId }: Tenant,
  { subscription_id, began_at }: PeriodKey,
): Promise<ReportedPages[]> {
  const { rows } = await sql<ReportedPages>`
    select to_char(day, 'YYYY-MM-DD') as day, kind, meter, sum(pages)::float8 as pages
    from billing_report
    where organization_id = ${organizationId} and subscription_id = ${subscription_id}
      and period_began_at = ${began_at}
    group by day, kind, meter
  `.execute(db)
  return rows
}

type NewReport = {
  readonly meter: string
  readonly pages: number
  readonly at: Date
  readonly day: string
  readonly kind: string
  readonly dollars: number
}

export async function insertReport(
  { db, organizationId }: Tenant,
  { subscription_id, began_at, plan_id }: PeriodRow,
  report: NewReport,
): Promise<void> {
  const columns = {
    organization_id: organizationId,
    subscription_id,
    period_began_at: began_at,
    plan_id,
  }
  await db
    .insertInto('billing_report')
    .values({ ...columns, ...report })
    .execute()
}

type WaitingReports = { readonly limit: number; readonly subscriptionIds?: readonly string[] }

/** Report with the times of the part of a period to which its pages belong. */
export type WaitingReport = ReportRow & {
  /** Day on which its pages were read. */
  readonly read_on: string
  readonly part_ends_at: Date
  readonly cycle_ends_at: Date
}

/** Returns the reports that the provider has not counted yet, oldest first, of all subscriptions or of some. */
export async function listWaitingReports(
  { db, organizationId }: Tenant,
  { limit, subscriptionIds }: WaitingReports,
): Promise<WaitingReport[]> {
  const query = db
    .selectFrom('billing_report')
    .innerJoin('billing_period', (join) =>
      join
        .onRef('billing_period.subscription_id', '=', 'billing_report.subscription_id')
        .onRef('billing_period.began_at', '=', 'billing_report.period_began_at'),
    )
    .selectAll('billing_report')
    .select(['billing_period.ends_at as part_ends_at', 'billing_period.cycle_ends_at'])
    .select(sql<string>`to_char(billing_report.day, 'YYYY-MM-DD')`.as('read_on'))
    .where('billing_report.organization_id', '=', organizationId)
    .where('billing_period.organization_id', '=', organizationId)
    .where('counted_at', 'is', null)
    .where('unsettled_at', 'is', null)
    .where('missed_at', 'is', null)
    .orderBy('at')
    .limit(limit)
  return (
    subscriptionIds
      ? query.where('billing_report.subscription_id', 'in', [...subscriptionIds])
      : query
  ).execute()
}

type ReportState = Partial<
  Pick<ReportRow, 'at' | 'tried_at' | 'counted_at' | 'unsettled_at' | 'missed_at' | 'answer'>
>

/** Stores what became of a report. One that was counted does not change any more, whatever another process knows of it. */
export async function recordReport(
  { db, organizationId }: Tenant,
  id: string,
  state: ReportState,
): Promise<void> {
  await db
    .updateTable('billing_report')
    .set(state)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('counted_at', 'is', null)
    .execute()
}

export type SentReport = Pick<ReportRow, 'id' | 'meter' | 'pages' | 'counted_at' | 'unsettled_at'>

/** Returns the products of which the organization has had a subscription. */
export async function listBilledProducts({ db, organizationId }: Tenant): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_period')
    .select('product')
    .distinct()
    .where('organization_id', '=', organizationId)
    .execute()
  return rows.map(({ product }) => product)
}

type ReportTimes = { readonly from: Date; readonly until: Date }

/** Returns the reports for a time, also those that the provider may not have counted. */
export async function listSentReports(
  { db, organizationId }: Tenant,
  { from, until }: ReportTimes,
): Promise<SentReport[]> {
  return (
    db
      .selectFrom('billing_report')
      .select(['id', 'meter', 'pages', 'counted_at', 'unsettled_at'])
      .where('organization_id', '=', organizationId)
      .where('missed_at', 'is', null)
      // The provider stores whole seconds.
      .where(sql<Date>`date_trunc('second', at)`, '>=', from)
      .where(sql<Date>`date_trunc('second', at)`, '<', until)
      .execute()
  )
}
