import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { readUsedDays } from '../used-days.reads.ts'

/** Time span including `from` and excluding `until`. */
export type Span = { readonly from: Date; readonly until: Date }

export type UsageTotals = { readonly pages: number; readonly tokens: number }

/** Sums what the platform has used file by file. */
export async function sumFiles(
  { db, organizationId }: Tenant,
  { from, until }: Span,
): Promise<UsageTotals> {
  const { rows } = await sql<UsageTotals>`
    select coalesce(sum(pages), 0)::float8 as pages, coalesce(sum(tokens), 0)::float8 as tokens
    from metric_used
    where organization_id = ${organizationId} and at >= ${from} and at < ${until}
  `.execute(db)
  return rows[0] ?? { pages: 0, tokens: 0 }
}

type UsedOnDay = UsageTotals & { readonly day: string }

/** Returns what the platform has used on whole days in UTC. */
export async function readWholeDays(tenant: Tenant, { from, until }: Span): Promise<UsedOnDay[]> {
  const lastDay = until.toISOString().slice(0, 10)
  const days = await readUsedDays(tenant, from)
  return days.filter(({ day }) => day < lastDay)
}

export type TextPages = { readonly day: string; readonly mode: string; readonly pages: number }
type PaidText = Span & {
  readonly plan: string
  /** Excludes the time during which a platform plan included the pages. */
  readonly isApart: boolean
}

/** Returns the pages that the text service read for a paid plan, by day and mode. */
export async function readTextPages(
  { db, organizationId }: Tenant,
  { plan, from, until, isApart }: PaidText,
): Promise<TextPages[]> {
  const { rows } = await sql<TextPages>`
    select to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD') as day, mode,
      sum(processed_pages)::float8 as pages
    from text_usage used
    where organization_id = ${organizationId} and plan = ${plan}
      and finished_at >= ${from} and finished_at < ${until}
      and not (${isApart} and exists (
        select 1 from billing_period p
        where p.organization_id = ${organizationId} and p.product = 'platform'
          and used.finished_at >= p.began_at and used.finished_at < p.ends_at
      ))
    group by 1, 2
  `.execute(db)
  return rows
}
