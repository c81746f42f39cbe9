import type { Selectable } from 'kysely'
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

export async function saveFirstDayPages(
  { db, organizationId }: Tenant,
  { subscription_id, began_at }: PeriodKey,
  pages: number,
): Promise<void> {
  await db
    .updateTable('billing_period')
    .set({ first_day_pages: pages })
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscription_id)
    .where('began_at', '=', began_at)
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

/** Sums the pages of a period that were reported to a meter or are waiting to be. */
export async function sumReported(
  { db, organizationId }: Tenant,
  { subscription_id, began_at }: PeriodKey,
  meter: string,
): Promise<number> {
  const row = await db
    .selectFrom('billing_report')
    .select(({ fn }) => fn.sum<number | null>('pages').as('pages'))
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscription_id)
    .where('period_began_at', '=', began_at)
    .where('meter', '=', meter)
    .executeTakeFirst()
  return row?.pages ?? 0
}

type NewReport = Pick<ReportRow, 'meter' | 'pages' | 'at'>

export async function insertReport(
  { db, organizationId }: Tenant,
  { subscription_id, began_at }: PeriodKey,
  report: NewReport,
): Promise<void> {
  const columns = { organization_id: organizationId, subscription_id, period_began_at: began_at }
  await db
    .insertInto('billing_report')
    .values({ ...columns, ...report })
    .execute()
}

/** Returns the reports that the provider has not counted yet, oldest first. */
export async function listWaitingReports(
  { db, organizationId }: Tenant,
  limit: number,
): Promise<ReportRow[]> {
  return db
    .selectFrom('billing_report')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('counted_at', 'is', null)
    .where('unsettled_at', 'is', null)
    .orderBy('at')
    .limit(limit)
    .execute()
}

type ReportState = Partial<Pick<ReportRow, 'tried_at' | 'counted_at' | 'unsettled_at'>>

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
