import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

const today = sql`(now() at time zone 'UTC')::date`

type QuotaRequest = { readonly plan: string; readonly pages: number; readonly limit: number }

/**
 * Reserves pages of today's quota, or none when too few are left. A single statement, so that
 * concurrent callers wait for its outcome. Returns the day whose quota was used.
 */
export async function reserveQuota(
  { db, organizationId }: Tenant,
  { plan, pages, limit }: QuotaRequest,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    insert into text_quota_day as taken (organization_id, plan, day, pages)
    select ${organizationId}::integer, ${plan}::text, ${today}, ${pages}::integer
    where ${pages}::integer <= ${limit}::integer
    on conflict (organization_id, plan, day) do update
      set pages = taken.pages + excluded.pages
      where taken.pages + excluded.pages <= ${limit}::integer
    returning to_char(day, 'YYYY-MM-DD') as day
  `.execute(db)
  return rows[0]?.day
}

type QuotaCorrection = { readonly plan: string; readonly day: string; readonly change: number }

/** Adds the difference between needed and reserved pages to the day on which they were reserved. */
export async function correctQuota(
  { db, organizationId }: Tenant,
  { plan, day, change }: QuotaCorrection,
): Promise<void> {
  await sql`
    update text_quota_day set pages = greatest(pages + ${change}::integer, 0)
    where organization_id = ${organizationId} and plan = ${plan} and day = ${day}::date
  `.execute(db)
}

export type TodaysQuota = { readonly pages: number; readonly endsAt: Date }

/** Returns the pages reserved today, and when the day ends. */
export async function findTodaysQuota(
  { db, organizationId }: Tenant,
  plan: string,
): Promise<TodaysQuota> {
  const { rows } = await sql<TodaysQuota>`
    select coalesce((
        select pages from text_quota_day
        where organization_id = ${organizationId} and plan = ${plan} and day = ${today}
      ), 0) as pages,
      (${today} + 1)::timestamp at time zone 'UTC' as "endsAt"
  `.execute(db)
  return rows[0] as TodaysQuota
}
