import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

const today = sql`(now() at time zone 'UTC')::date`
const dayOf = sql`(finished_at at time zone 'UTC')::date`
/** Number of summed days that are checked again. */
const recheckedDays = 7

/**
 * Locks the row that says up to which day sums are stored, so that one process at a time changes
 * them.
 */
export async function lockUsageSums({ db, organizationId }: Tenant): Promise<void> {
  await sql`
    insert into text_usage_summed (organization_id, before) values (${organizationId}, '1970-01-01')
    on conflict (organization_id) do nothing
  `.execute(db)
  await sql`
    select before from text_usage_summed where organization_id = ${organizationId} for update
  `.execute(db)
}

/** Returns the first day without stored sums, in UTC as `YYYY-MM-DD`. */
export async function findFirstUnsummedDay({ db, organizationId }: Tenant): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    select to_char(before, 'YYYY-MM-DD') as before from text_usage_summed
    where organization_id = ${organizationId}
  `.execute(db)
  return rows[0]?.before ?? '1970-01-01'
}

/** Returns which of the last summed days differ from their rows. */
export async function findDeviatingDays({ db, organizationId }: Tenant): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    with summed as (
      select before from text_usage_summed where organization_id = ${organizationId}
    ), raw as (
      select ${dayOf} as day, sum(processed_pages) as pages, count(*) as jobs
      from text_usage, summed
      where organization_id = ${organizationId}
        and finished_at >= (before - ${recheckedDays}::integer)::timestamp at time zone 'UTC'
        and finished_at < before::timestamp at time zone 'UTC'
      group by 1
    ), sums as (
      select day, sum(pages) as pages, sum(jobs) as jobs from text_usage_day, summed
      where organization_id = ${organizationId}
        and day >= before - ${recheckedDays}::integer and day < before
      group by 1
    )
    select to_char(coalesce(raw.day, sums.day), 'YYYY-MM-DD') as day
    from raw full join sums on sums.day = raw.day
    where (raw.pages, raw.jobs) is distinct from (sums.pages, sums.jobs)
    order by 1
  `.execute(db)
  return rows.map(({ day }) => day)
}

type DaySpan = { readonly from: string; readonly days: number }

/** Computes and replaces the sums of days. */
export async function sumDays(tenant: Tenant, { from, days }: DaySpan): Promise<void> {
  await sumBetween(tenant, sql`${from}::date`, sql`(${from}::date + ${days}::integer)`)
}

/** Sums the past days that have no sums yet. */
export async function sumNewDays(tenant: Tenant): Promise<void> {
  const { db, organizationId } = tenant
  const firstUnsummedDay = sql`(select before from text_usage_summed where organization_id = ${organizationId})`
  await sumBetween(tenant, firstUnsummedDay, today)
  await sql`
    update text_usage_summed set before = greatest(before, ${today})
    where organization_id = ${organizationId}
  `.execute(db)
}

async function sumBetween(
  { db, organizationId }: Tenant,
  from: RawBuilder<unknown>,
  endDay: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    delete from text_usage_day
    where organization_id = ${organizationId} and day >= ${from} and day < ${endDay}
  `.execute(db)
  await sql`
    insert into text_usage_day (organization_id, day, key_id, plan, mode, tag, pages, jobs)
    select organization_id, ${dayOf}, key_id, plan, mode, tag, sum(processed_pages), count(*)
    from text_usage
    where organization_id = ${organizationId}
      and finished_at >= ${from}::timestamp at time zone 'UTC'
      and finished_at < ${endDay}::timestamp at time zone 'UTC'
    group by 1, 2, 3, 4, 5, 6
  `.execute(db)
}
