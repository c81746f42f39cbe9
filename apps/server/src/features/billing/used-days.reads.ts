import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'

export type UsedDay = {
  /** Day in UTC. */
  readonly day: string
  readonly pages: number
  /** Model tokens, and their cost in dollars. */
  readonly tokens: number
  readonly dollars: number
}

/** Returns the usage by day since a moment, oldest first; stored sums are used where they exist. */
export async function readUsedDays(
  { db, organizationId }: Tenant,
  since: Date,
): Promise<UsedDay[]> {
  const { rows } = await sql<UsedDay>`
    with rolled as (
      select coalesce(max(rolled_until), 'epoch'::timestamptz) as until
      from metric_rollup where organization_id = ${organizationId}
    ), used as (
      select day, pages, tokens, dollars from metric_used_day
      where organization_id = ${organizationId}
        and day >= (${since}::timestamptz at time zone 'UTC')::date
      union all
      select (at at time zone 'UTC')::date, pages, tokens, dollars from metric_used, rolled
      where organization_id = ${organizationId} and at >= greatest(rolled.until, ${since}::timestamptz)
    )
    select to_char(day, 'YYYY-MM-DD') as day, sum(pages)::float8 as pages,
      sum(tokens)::float8 as tokens, sum(dollars)::float8 as dollars
    from used group by day order by used.day
  `.execute(db)
  return rows
}
