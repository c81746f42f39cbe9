import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'

/** The monthly limit (UTC) on what an organization spends on model calls. */
export type Budget = {
  readonly dollars: number
  /** Percentage of the budget from which on people are notified. */
  readonly warnPercent: number
  /** Whether paid calls are refused once the budget is spent. */
  readonly stopsCalls: boolean
}

export type MonthlyUsage = {
  /** First day of the month, as `YYYY-MM-DD`. */
  readonly month: string
  readonly calls: number
  /** Number of calls to models without a known price; `dollars` does not include them. */
  readonly unpricedCalls: number
  readonly tokens: number
  readonly dollars: number
}

const thisMonth = sql`date_trunc('month', now() at time zone 'UTC')::date`

/** Loads the usage of the current month. */
export async function loadMonthlyUsage({ db, organizationId }: Tenant): Promise<MonthlyUsage> {
  const { rows } = await sql<MonthlyUsage>`
    select to_char(${thisMonth}, 'YYYY-MM-DD') as month, coalesce(calls, 0)::float8 as calls,
      coalesce(unpriced_calls, 0)::float8 as "unpricedCalls", coalesce(tokens, 0)::float8 as tokens,
      coalesce(dollars, 0)::float8 as dollars
    from (select 1) one
    left join usage_month on organization_id = ${organizationId} and month = ${thisMonth}`.execute(
    db,
  )
  const [month] = rows
  if (!month) throw new Error('A month without a row was not made up.')
  return month
}

export async function findBudget({ db, organizationId }: Tenant): Promise<Budget | undefined> {
  return db
    .selectFrom('usage_budget')
    .select([
      sql<number>`dollars::float8`.as('dollars'),
      'warn_percent as warnPercent',
      'stops_calls as stopsCalls',
    ])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

export async function saveBudget(
  { db, organizationId }: Tenant,
  { dollars, warnPercent, stopsCalls }: Budget,
): Promise<void> {
  const fields = {
    dollars,
    warn_percent: warnPercent,
    stops_calls: stopsCalls,
    modified_at: new Date(),
  }
  await db
    .insertInto('usage_budget')
    .values({ organization_id: organizationId, ...fields })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(fields))
    .execute()
}

export async function deleteBudget({ db, organizationId }: Tenant): Promise<void> {
  await db.deleteFrom('usage_budget').where('organization_id', '=', organizationId).execute()
}

/** Finds a budget that stops calls and is spent: two lookups by key. */
export async function findSpentBudget({
  db,
  organizationId,
}: Tenant): Promise<{ readonly budget: number; readonly spent: number } | undefined> {
  const { rows } = await sql<{ budget: number; spent: number }>`
    select budget.dollars::float8 as budget, coalesce(used.dollars, 0)::float8 as spent
    from usage_budget budget
    left join usage_month used
      on used.organization_id = budget.organization_id and used.month = ${thisMonth}
    where budget.organization_id = ${organizationId} and budget.stops_calls
      and coalesce(used.dollars, 0) >= budget.dollars`.execute(db)
  return rows[0]
}
