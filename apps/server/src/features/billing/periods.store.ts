import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'

/** Statuses before the first payment: nothing is covered yet. */
const unpaidStates: readonly string[] = ['incomplete', 'incomplete_expired']

type SubscriptionRow = Selectable<Tables['billing_subscription']>
type PeriodRow = Selectable<Tables['billing_period']>

type Arrangement = {
  readonly row: SubscriptionRow
  /** The subscription of the same product that is in use. */
  readonly current: SubscriptionRow
  readonly readAt: Date
  readonly planBeganAt?: Date
}

/**
 * Stores which time a subscription covers, so that each page belongs to one plan: the part of its period in which it is
 * in use, divided where its plan changed. Past periods remain, because their usage is reported until some hours after
 * their end; one whose usage was reported completely is not changed any more.
 */
export async function arrangePeriods(tenant: Tenant, arrangement: Arrangement): Promise<void> {
  const { row } = arrangement
  if (unpaidStates.includes(row.status)) return
  const { current } = arrangement
  const isCurrent = row.subscription_id === current.subscription_id
  const limit = limitOf(arrangement)
  await endOpenPeriods(tenant, row, { beganBefore: row.period_began_at, at: row.period_began_at })
  await endOpenPeriods(tenant, row, { beganBefore: row.period_ends_at, at: limit })
  const last = await findLastPeriod(tenant, row)
  if (!last) {
    const part = { from: row.period_began_at, limit }
    if (isCurrent) return beginPeriod(tenant, row, part)
    if (await wasInUse(tenant, row)) {
      return beginPeriod(tenant, row, { ...part, limit: earlierOf(limit, arrangement.readAt) })
    }
    // It covers the time before the one in use was bought. A later one covers nothing before anybody hears of it.
    return beginPeriod(tenant, row, { ...part, limit: earlierOf(limit, current.started_at) })
  }
  if (!isCurrent) return
  if (last.plan_id !== row.plan_id) return changePlan(tenant, arrangement, { last, limit })
  if (last.ends_at < limit) await continuePeriod(tenant, row, { last, limit })
}

/** Whether a subscription covered the end of the period before this one. */
async function wasInUse(
  { db, organizationId }: Tenant,
  { subscription_id, period_began_at }: SubscriptionRow,
): Promise<boolean> {
  const part = await db
    .selectFrom('billing_period')
    .select('began_at')
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscription_id)
    .where('ends_at', '=', period_began_at)
    .whereRef('began_at', '<', 'ends_at')
    .executeTakeFirst()
  return part !== undefined
}

const earlierOf = (...times: readonly Date[]) => new Date(Math.min(...times.map(Number)))

/** The time up to which a subscription covers its period, as far as it is known. */
const limitOf = ({ row: { period_ends_at, ended_at } }: Arrangement): Date =>
  ended_at ? earlierOf(period_ends_at, ended_at) : period_ends_at

type PeriodEnd = { readonly beganBefore: Date; readonly at: Date }

async function endOpenPeriods(
  { db, organizationId }: Tenant,
  { subscription_id }: SubscriptionRow,
  { beganBefore, at: endsAt }: PeriodEnd,
): Promise<void> {
  await db
    .updateTable('billing_period')
    .set({ ends_at: sql<Date>`greatest(began_at, ${endsAt}::timestamptz)` })
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscription_id)
    .where('began_at', '<', beganBefore)
    .where('ends_at', '>', endsAt)
    .where('closed_at', 'is', null)
    .execute()
}

/**
 * Ends the periods of the other subscriptions to the product of the one in use: when that one was bought, or now if they
 * were in use after it.
 */
export async function endOtherSubscriptions(
  { db, organizationId }: Tenant,
  { product, subscription_id, started_at }: SubscriptionRow,
  readAt: Date,
): Promise<void> {
  const end = sql<Date>`case when began_at < ${started_at}::timestamptz
    then ${started_at}::timestamptz else greatest(began_at, ${readAt}::timestamptz) end`
  await db
    .updateTable('billing_period')
    .set({ ends_at: end })
    .where('organization_id', '=', organizationId)
    .where('product', '=', product)
    .where('subscription_id', '<>', subscription_id)
    .where('ends_at', '>', end)
    .where('closed_at', 'is', null)
    .execute()
}

/** Returns the latest part of the period that a subscription is in. */
export async function findLastPeriod(
  { db, organizationId }: Tenant,
  { subscription_id, period_began_at }: SubscriptionRow,
): Promise<PeriodRow | undefined> {
  return db
    .selectFrom('billing_period')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscription_id)
    .where('cycle_began_at', '=', period_began_at)
    .orderBy('began_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type Part = { readonly from: Date; readonly limit: Date }

/** Stores a part. What another one covers or was counted for stays there, so that no page is counted twice. */
async function beginPeriod(
  { db, organizationId }: Tenant,
  row: SubscriptionRow,
  { from: earliest, limit }: Part,
): Promise<void> {
  const end = sql<Date>`greatest(ends_at, counted_until)`
  const otherPart = await db
    .selectFrom('billing_period')
    .select(sql<Date | null>`max(${end})`.as('ends_at'))
    .where('organization_id', '=', organizationId)
    .where('product', '=', row.product)
    .where('began_at', '<', limit)
    .where(end, '>', earliest)
    .executeTakeFirst()
  const from = otherPart?.ends_at ?? earliest
  if (from >= limit) return
  await db
    .insertInto('billing_period')
    .values({
      organization_id: organizationId,
      subscription_id: row.subscription_id,
      product: row.product,
      plan_id: row.plan_id,
      began_at: from,
      ends_at: limit,
      cycle_began_at: row.period_began_at,
      cycle_ends_at: row.period_ends_at,
    })
    .onConflict((c) => c.columns(['subscription_id', 'began_at']).doNothing())
    .execute()
}

type LastPart = { readonly last: PeriodRow; readonly limit: Date }

/** The pages until the change belong to the earlier plan. */
async function changePlan(
  tenant: Tenant,
  { row, readAt, planBeganAt }: Arrangement,
  { last, limit }: LastPart,
): Promise<void> {
  // The provider tells when the price was added. A price that was replaced in its place keeps its age.
  const changedAt = planBeganAt && planBeganAt > last.began_at ? planBeganAt : readAt
  if (changedAt >= limit) return
  await endOpenPeriods(tenant, row, { beganBefore: changedAt, at: changedAt })
  const from = last.closed_at && last.ends_at > changedAt ? last.ends_at : changedAt
  await beginPeriod(tenant, row, { from, limit })
}

/**
 * Extends the last part of a period. If another subscription was in use meanwhile, a new part begins where that one has
 * ended.
 */
async function continuePeriod(
  tenant: Tenant,
  row: SubscriptionRow,
  { last, limit }: LastPart,
): Promise<void> {
  const { db, organizationId } = tenant
  const interruption = await db
    .selectFrom('billing_period')
    .select(({ fn }) => fn.max<Date | null>('ends_at').as('ends_at'))
    .where('organization_id', '=', organizationId)
    .where('product', '=', row.product)
    .where('subscription_id', '<>', row.subscription_id)
    .where('ends_at', '>', last.ends_at)
    .where('began_at', '<', limit)
    .executeTakeFirst()
  const from = interruption?.ends_at ?? last.ends_at
  if (from > last.ends_at || last.closed_at) return beginPeriod(tenant, row, { from, limit })
  await db
    .updateTable('billing_period')
    .set({ ends_at: limit, cycle_ends_at: row.period_ends_at })
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', row.subscription_id)
    .where('began_at', '=', last.began_at)
    .execute()
}
