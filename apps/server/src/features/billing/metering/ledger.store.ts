import { sql } from 'kysely'
import type { DayRange } from '../../../platform/days-of-query.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { DayUse } from './count-days.ts'
import type { PeriodRow } from './reports.store.ts'

/**
 * Stores what a period has covered. A line never shrinks: the rows of old files may have been deleted since it was
 * counted.
 */
export async function saveLines(
  { db, organizationId }: Tenant,
  { subscription_id, began_at, plan_id }: PeriodRow,
  uses: readonly DayUse[],
): Promise<void> {
  if (uses.length === 0) return
  const counted_at = new Date()
  await db
    .insertInto('billing_usage_day')
    .values(
      uses.map(({ day, kind, pages, tokens }) => ({
        organization_id: organizationId,
        subscription_id,
        period_began_at: began_at,
        day,
        kind,
        plan_id,
        pages,
        tokens,
        counted_at,
      })),
    )
    .onConflict((c) =>
      c.columns(['subscription_id', 'period_began_at', 'day', 'kind']).doUpdateSet({
        pages: sql<number>`greatest(billing_usage_day.pages, excluded.pages)`,
        tokens: sql<number>`greatest(billing_usage_day.tokens, excluded.tokens)`,
        counted_at,
      }),
    )
    .execute()
}

export async function listLines(
  { db, organizationId }: Tenant,
  { subscription_id, began_at }: PeriodRow,
): Promise<DayUse[]> {
  const { rows } = await sql<DayUse>`
    select to_char(day, 'YYYY-MM-DD') as day, kind, pages::float8 as pages, tokens::float8 as tokens
    from billing_usage_day
    where organization_id = ${organizationId} and subscription_id = ${subscription_id}
      and period_began_at = ${began_at}
    order by day, kind
  `.execute(db)
  return rows
}

export type UsageLine = DayUse & {
  readonly planId: string | null
  readonly product: 'platform' | 'text'
  readonly pagesBeyond: number
  readonly dollars: number
  readonly reports: readonly UsageReportRow[]
}

export type UsageReportRow = {
  readonly id: string
  readonly pages: number
  readonly at: string
  readonly triedAt: string | null
  readonly countedAt: string | null
  readonly unsettledAt: string | null
  readonly missedAt: string | null
  readonly answer: string | null
}

/** Returns the lines of an organization with their reports, the latest day first. */
export async function readLedgerLines(
  { db, organizationId }: Tenant,
  { firstDay, lastDay }: DayRange,
): Promise<UsageLine[]> {
  const { rows } = await sql<UsageLine>`
    with lines as (
      select day, kind, subscription_id, period_began_at, plan_id, pages, tokens
      from billing_usage_day
      where organization_id = ${organizationId} and day between ${firstDay}::date and ${lastDay}::date
    ), reports as (
      select day, kind, subscription_id, period_began_at, max(plan_id) as plan_id,
        sum(pages)::float8 as beyond, 
        coalesce(sum(pages * coalesce(dollars, 0)) filter (where missed_at is null), 0)::float8 as dollars,
        jsonb_agg(jsonb_build_object('id', id, 'pages', pages::integer, 'at', at, 'triedAt', tried_at, 'countedAt', counted_at,
          'unsettledAt', unsettled_at, 'missedAt', missed_at, 'answer', answer) order by at, id) as reports
      from billing_report
      where organization_id = ${organizationId} and day between ${firstDay}::date and ${lastDay}::date
      group by day, kind, subscription_id, period_began_at
    )
    select to_char(coalesce(l.day, r.day), 'YYYY-MM-DD') as day, coalesce(l.kind, r.kind, 'platform') as kind,
      coalesce(l.plan_id, r.plan_id) as "planId", p.product,
      coalesce(l.pages, r.beyond)::float8 as pages, coalesce(l.tokens, 0)::float8 as tokens,
      coalesce(r.beyond, 0) as "pagesBeyond", coalesce(r.dollars, 0) as dollars,
      coalesce(r.reports, '[]') as reports
    from lines l
    full join reports r on r.day = l.day and r.kind = l.kind and r.subscription_id = l.subscription_id
      and r.period_began_at = l.period_began_at
    join billing_period p on p.subscription_id = coalesce(l.subscription_id, r.subscription_id)
      and p.began_at = coalesce(l.period_began_at, r.period_began_at)
    where p.organization_id = ${organizationId}
    order by 1 desc, 2, 3
  `.execute(db)
  return rows
}

type TextDay = { readonly day: string; readonly pages: number }

/** Returns all pages of the text service by day, under a plan or not. */
export async function readTextDays(
  { db, organizationId }: Tenant,
  { firstDay, lastDay }: DayRange,
): Promise<TextDay[]> {
  const { rows } = await sql<TextDay>`
    select to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      sum(processed_pages)::float8 as pages
    from text_usage
    where organization_id = ${organizationId}
      and finished_at >= ${firstDay}::date::timestamp at time zone 'UTC'
      and finished_at < (${lastDay}::date + 1)::timestamp at time zone 'UTC'
    group by 1
  `.execute(db)
  return rows
}
