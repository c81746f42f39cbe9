import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { findFirstUnsummedDay } from '../usage/usage-sums.store.ts'
import type { PlanDays } from './records.store.ts'

export type DayPages = { readonly day: string; readonly mode: string; readonly pages: number }

/**
 * Sums the pages of a plan by day and mode, oldest first. Days with stored sums are read from
 * these.
 */
export async function sumPlanDays(
  tenant: Tenant,
  { plan, from, before: endDay }: PlanDays,
): Promise<DayPages[]> {
  const { db, organizationId } = tenant
  const firstUnsummedDay = await findFirstUnsummedDay(tenant)
  const rawFrom = from > firstUnsummedDay ? from : firstUnsummedDay
  const { rows } = await sql<DayPages>`
    with counted as (
      select day, mode, pages from text_usage_day
      where organization_id = ${organizationId} and plan = ${plan}
        and day >= ${from}::date and day < least(${endDay}::date, ${firstUnsummedDay}::date)
      union all
      select (finished_at at time zone 'UTC')::date, mode, processed_pages from text_usage
      where organization_id = ${organizationId} and plan = ${plan}
        and finished_at >= ${rawFrom}::date::timestamp at time zone 'UTC'
        and finished_at < ${endDay}::date::timestamp at time zone 'UTC'
    )
    select to_char(day, 'YYYY-MM-DD') as day, mode, sum(pages)::float8 as pages
    from counted group by 1, 2 order by 1, 2
  `.execute(db)
  return rows
}

/** Whether any pages were counted under a plan. */
export async function hasUsed({ db, organizationId }: Tenant, plan: string): Promise<boolean> {
  const row = await db
    .selectFrom('text_usage')
    .select('job_id')
    .where('organization_id', '=', organizationId)
    .where('plan', '=', plan)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
