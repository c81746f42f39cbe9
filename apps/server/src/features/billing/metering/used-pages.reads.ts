import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import { readUsedDays } from '../used-days.reads.ts'

/** Time span including `from` and excluding `until`. */
export type Span = { readonly from: Date; readonly until: Date }

/** Sums the platform's pages file by file. */
export async function sumFiles(
  { db, organizationId }: Tenant,
  { from, until }: Span,
): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select coalesce(sum(pages), 0)::float8 as pages from metric_used
    where organization_id = ${organizationId} and at >= ${from} and at < ${until}
  `.execute(db)
  return rows[0]?.pages ?? 0
}

/** Sums the platform's pages on whole days in UTC. */
export async function sumWholeDays(tenant: Tenant, { from, until }: Span): Promise<number> {
  const last = until.toISOString().slice(0, 10)
  const days = await readUsedDays(tenant, from)
  return days.reduce((sum, { day, pages }) => (day < last ? sum + pages : sum), 0)
}

type PagesOfMode = { readonly mode: string; readonly pages: number }
type PaidText = Span & {
  readonly plan: string
  /** Excludes the time during which a platform plan included the pages. */
  readonly isApart: boolean
}

/** Sums the pages that the text service read for a paid plan, by mode. */
export async function sumTextPages(
  { db, organizationId }: Tenant,
  { plan, from, until, isApart }: PaidText,
): Promise<PagesOfMode[]> {
  const { rows } = await sql<PagesOfMode>`
    select mode, sum(processed_pages)::float8 as pages from text_usage used
    where organization_id = ${organizationId} and plan = ${plan}
      and finished_at >= ${from} and finished_at < ${until}
      and not (${isApart} and exists (
        select 1 from billing_period p
        where p.organization_id = ${organizationId} and p.product = 'platform'
          and used.finished_at >= p.began_at and used.finished_at < p.ends_at
      ))
    group by mode
  `.execute(db)
  return rows
}
