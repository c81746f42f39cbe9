import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { PlanDays } from './records.store.ts'

export type DayPages = { readonly day: string; readonly mode: string; readonly pages: number }

/** Pages of one plan by day and mode, oldest first: of days that are summed up from their sums. */
export async function sumPlanDays(
  { db, organizationId }: Tenant,
  { plan, from, before }: PlanDays,
): Promise<DayPages[]> {
  const { rows } = await sql<DayPages>`
    with summed as (
      select coalesce(max(before), '1970-01-01') as before
      from text_usage_summed where organization_id = ${organizationId}
    ), counted as (
      select d.day, d.mode, d.pages from text_usage_day d, summed
      where d.organization_id = ${organizationId} and d.plan = ${plan}
        and d.day >= ${from}::date and d.day < least(${before}::date, summed.before)
      union all
      select (u.finished_at at time zone 'UTC')::date, u.mode, u.processed_pages
      from text_usage u, summed
      where u.organization_id = ${organizationId} and u.plan = ${plan}
        and u.finished_at >= greatest(${from}::date, summed.before)::timestamp at time zone 'UTC'
        and u.finished_at < ${before}::date::timestamp at time zone 'UTC'
    )
    select to_char(day, 'YYYY-MM-DD') as day, mode, sum(pages)::float8 as pages
    from counted group by 1, 2 order by 1, 2
  `.execute(db)
  return rows
}

/** Whether pages were ever counted under a plan. */
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
