import { sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { findFirstUnsummedDay } from './usage-sums.store.ts'

type NewTextUsage = Omit<Tables['text_usage'], 'organization_id' | 'started_at' | 'finished_at'> & {
  readonly started_at: Date
  readonly finished_at: Date
}

/** Inserts the usage of a job, once per job. */
export async function insertTextUsage(
  { db, organizationId }: Tenant,
  usage: NewTextUsage,
): Promise<void> {
  await db
    .insertInto('text_usage')
    .values({ ...usage, organization_id: organizationId })
    .onConflict((c) => c.column('job_id').doNothing())
    .execute()
}

/**
 * Returns the stored sums of a period and the rows of days without sums, as one list. Its bounds
 * are parameters and not subqueries, so that the database can estimate how few rows it needs.
 */
async function pagesBetween(tenant: Tenant, from: string, endDay: string) {
  const { organizationId } = tenant
  const firstUnsummedDay = await findFirstUnsummedDay(tenant)
  const rawFrom = from > firstUnsummedDay ? from : firstUnsummedDay
  return sql`(
    select day, mode, tag, pages from text_usage_day
    where organization_id = ${organizationId}
      and day >= ${from}::date and day < least(${endDay}::date, ${firstUnsummedDay}::date)
    union all
    select (finished_at at time zone 'UTC')::date, mode, tag, processed_pages
    from text_usage
    where organization_id = ${organizationId}
      and finished_at >= ${rawFrom}::date::timestamp at time zone 'UTC'
      and finished_at < ${endDay}::date::timestamp at time zone 'UTC'
  )`
}

export type ModePages = { readonly mode: string; readonly pages: number; readonly today: number }

/** Sums the pages by mode, of this month and of today, in UTC. */
export async function sumThisMonth(tenant: Tenant): Promise<ModePages[]> {
  const { db } = tenant
  const now = await sql<{ day: string; month: string; tomorrow: string }>`
    select to_char(at, 'YYYY-MM-DD') as day, to_char(at, 'YYYY-MM-01') as month,
      to_char(at + interval '1 day', 'YYYY-MM-DD') as tomorrow
    from (select now() at time zone 'UTC' as at) as here
  `.execute(db)
  const { day, month, tomorrow } = now.rows[0] as { day: string; month: string; tomorrow: string }
  const { rows } = await sql<ModePages>`
    select mode, sum(pages)::float8 as pages,
      coalesce(sum(pages) filter (where day = ${day}::date), 0)::float8 as today
    from ${await pagesBetween(tenant, month, tomorrow)} as counted
    group by mode
  `.execute(db)
  return rows
}

type TagPeriod = { readonly tag: string; readonly from: Date; readonly until: Date }

/** Sums the pages of a tag by mode. */
export async function sumTag(
  tenant: Tenant,
  { tag, from, until }: TagPeriod,
): Promise<{ mode: string; pages: number }[]> {
  const { rows } = await sql<{ mode: string; pages: number }>`
    select mode, sum(pages)::float8 as pages
    from ${await pagesBetween(tenant, dayOf(from), dayOf(until))} as counted
    where tag = ${tag}
    group by mode order by mode
  `.execute(tenant.db)
  return rows
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
