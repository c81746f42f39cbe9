import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

export type PeriodRow = Selectable<Tables['billing_period']>
export type ReportRow = Selectable<Tables['billing_report']>

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
        .where('unsettled_at', 'is', null),
    )
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

/** Returns the reports that the provider has not counted yet, oldest first, of all subscriptions or of some. */
export async function listWaitingReports(
  { db, organizationId }: Tenant,
  { limit, subscriptionIds }: WaitingReports,
): Promise<ReportRow[]> {
  const query = db
    .selectFrom('billing_report')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('counted_at', 'is', null)
    .where('unsettled_at', 'is', null)
    .orderBy('at')
    .limit(limit)
  return (
    subscriptionIds ? query.where('subscription_id', 'in', [...subscriptionIds]) : query
  ).execute()
}

type ReportState = Partial<Pick<ReportRow, 'tried_at' | 'counted_at' | 'unsettled_at' | 'answer'>>

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
    .execute()
}

export type SentReport = Pick<ReportRow, 'id' | 'meter' | 'pages' | 'counted_at' | 'unsettled_at'>

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
      // The provider stores whole seconds.
      .where(sql<Date>`date_trunc('second', at)`, '>=', from)
      .where(sql<Date>`date_trunc('second', at)`, '<', until)
      .execute()
  )
}
