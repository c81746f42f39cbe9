import { endedStates } from '@recto/contract/billing/billing'
import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../platform/db/database.ts'
import type { Product } from './catalogue.ts'
import { arrangePeriods, endOtherSubscriptions } from './periods.store.ts'
import type { ProvidedSubscription } from './provider/billing-provider.ts'

export type BillingAccountRow = Selectable<Tables['billing_account']>
export type SubscriptionRow = Selectable<Tables['billing_subscription']>

/** Returns the account, creating it on first use: the trial starts then. */
export async function openAccount({ db, organizationId }: Tenant): Promise<BillingAccountRow> {
  await db
    .insertInto('billing_account')
    .values({ organization_id: organizationId })
    .onConflict((c) => c.column('organization_id').doNothing())
    .execute()
  return db
    .selectFrom('billing_account')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
}

export async function saveCustomer(
  { db, organizationId }: Tenant,
  customerId: string,
): Promise<void> {
  await db
    .updateTable('billing_account')
    .set({ customer_id: customerId })
    .where('organization_id', '=', organizationId)
    .execute()
}

/** Stores why the provider could not be reached; null after a successful call. */
export async function recordProblem(
  { db, organizationId }: Tenant,
  problem: string | null,
): Promise<void> {
  await db
    .updateTable('billing_account')
    .set({ problem })
    .where('organization_id', '=', organizationId)
    .execute()
}

/** Finds a subscription by its id, or the one of a product that is in use. */
export async function findSubscriptionRow(
  { db, organizationId }: Tenant,
  key: { readonly product: Product } | { readonly subscriptionId: string },
): Promise<SubscriptionRow | undefined> {
  const query = db
    .selectFrom('billing_subscription')
    .selectAll()
    .where('organization_id', '=', organizationId)
  const subscriptionQuery =
    'product' in key
      ? query.where('product', '=', key.product).where('is_current', '=', true)
      : query.where('subscription_id', '=', key.subscriptionId)
  return subscriptionQuery.executeTakeFirst()
}

const paidStates: readonly string[] = ['active', 'trialing']
const overdueStates: readonly string[] = ['past_due', 'unpaid']

/** Statuses in which a subscription may be used, including a late payment. */
export const liveStates: readonly string[] = [...paidStates, 'past_due']

const maxListed = 20

/** Returns the subscriptions of a product that may be used, the latest first. */
export async function listLiveSubscriptions(
  { db, organizationId }: Tenant,
  product: Product,
): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('billing_subscription')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('product', '=', product)
    .where('status', 'in', liveStates)
    .orderBy('started_at', 'desc')
    .limit(maxListed)
    .execute()
}

/** Returns the ids of the subscriptions whose final end is stored. */
export async function listEndedSubscriptions({ db, organizationId }: Tenant): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_subscription')
    .select('subscription_id')
    .where('organization_id', '=', organizationId)
    .where('status', 'in', endedStates)
    .execute()
  return rows.map(({ subscription_id }) => subscription_id)
}

export type SubscriptionState = {
  readonly subscription: ProvidedSubscription
  readonly readAt: Date
}

/**
 * Stores the state of a subscription, decides which one of the product is in use, and stores the periods that follow.
 * The outcome depends only on the last state of each subscription, not on the order in which the states became known.
 */
export async function saveSubscription(
  tenant: Tenant,
  { subscription, readAt }: SubscriptionState,
): Promise<void> {
  await lockAccount(tenant)
  if (!(await upsertSubscription(tenant, { subscription, readAt }))) return
  await chooseCurrent(tenant, subscription.product)
  const row = await findSubscriptionRow(tenant, { subscriptionId: subscription.id })
  const current = await findSubscriptionRow(tenant, { product: subscription.product })
  if (!row || !current) return
  if (liveStates.includes(current.status)) await endOtherSubscriptions(tenant, current, readAt)
  const planBeganAt = subscription.planBeganAt
  await arrangePeriods(tenant, { row, current, readAt, planBeganAt })
  if (current.subscription_id !== row.subscription_id) {
    await arrangePeriods(tenant, { row: current, current, readAt })
  }
}

/** One process at a time changes the subscriptions of an organization. */
export async function lockAccount({ db, organizationId }: Tenant): Promise<void> {
  await db
    .selectFrom('billing_account')
    .select('organization_id')
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .execute()
}

const maxClockError = 60_000

/** Returns whether the state was stored; one that was requested earlier than the stored one is not. */
async function upsertSubscription(
  { db, organizationId }: Tenant,
  { subscription, readAt }: SubscriptionState,
): Promise<boolean> {
  const columns = {
    plan_id: subscription.planId,
    status: subscription.status,
    ends_with_period: subscription.endsWithPeriod,
    period_began_at: subscription.periodBeganAt,
    period_ends_at: subscription.periodEndsAt,
    started_at: subscription.startedAt,
    ended_at: endedStates.includes(subscription.status) ? (subscription.endedAt ?? readAt) : null,
    asked_at: readAt,
  }
  // A subscription that ends unpaid stays overdue; only a payment changes that.
  const isPaid = paidStates.includes(subscription.status)
  const isOverdue = overdueStates.includes(subscription.status) || subscription.endedUnpaid
  const row = await db
    .insertInto('billing_subscription')
    .values({
      organization_id: organizationId,
      product: subscription.product,
      subscription_id: subscription.id,
      ...columns,
      overdue_since: isOverdue ? readAt : null,
    })
    .onConflict((c) =>
      c
        .column('subscription_id')
        .doUpdateSet({
          ...columns,
          overdue_since: isPaid
            ? null
            : sql<Date>`coalesce(billing_subscription.overdue_since, ${isOverdue ? readAt : null}::timestamptz)`,
        })
        .where('billing_subscription.organization_id', '=', organizationId)
        .where((eb) =>
          eb.or([
            eb('billing_subscription.asked_at', '<=', readAt),
            // The clock was ahead when that state was requested.
            eb('billing_subscription.asked_at', '>', new Date(Date.now() + maxClockError)),
          ]),
        ),
    )
    .returning('subscription_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * The newest one that may be used is in use, and one that was cancelled only if there is no other. If none may be used,
 * it is one that has not ended, or the one that has ended last.
 */
async function chooseCurrent({ db, organizationId }: Tenant, product: Product): Promise<void> {
  const isLive = sql<boolean>`status = any(${sql.val([...liveStates])}::text[])`
  const { rows } = await sql<{ id: string }>`
    select subscription_id as id from billing_subscription
    where organization_id = ${organizationId} and product = ${product}
    order by ${isLive} desc, (${isLive} and ends_with_period), ended_at desc nulls first, started_at desc,
      subscription_id desc
    limit 1
  `.execute(db)
  const currentId = rows[0]?.id ?? ''
  const ofProduct = db
    .updateTable('billing_subscription')
    .where('organization_id', '=', organizationId)
    .where('product', '=', product)
  await ofProduct
    .set({ is_current: false })
    .where('subscription_id', '<>', currentId)
    .where('is_current', '=', true)
    .execute()
  await ofProduct.set({ is_current: true }).where('subscription_id', '=', currentId).execute()
}

/** Whether the organization has a subscription that it may use. */
export async function isPaying({ db, organizationId }: Tenant): Promise<boolean> {
  const row = await db
    .selectFrom('billing_subscription')
    .select('subscription_id')
    .where('organization_id', '=', organizationId)
    .where('status', 'in', liveStates)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an event of the provider has not been processed yet. */
export async function hasUnhandledEvents({ db, organizationId }: Tenant): Promise<boolean> {
  const row = await db
    .selectFrom('billing_event')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('handled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores that a subscription is to end with a refund. */
export async function recordRefundDue(
  { db, organizationId }: Tenant,
  subscriptionId: string,
): Promise<void> {
  await db
    .updateTable('billing_subscription')
    .set({ refund_due_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscriptionId)
    .where('refund_due_at', 'is', null)
    .execute()
}

/** Whether a subscription to a product was to end with a refund that is not made yet. */
export async function hasDueRefund(
  { db, organizationId }: Tenant,
  product: Product,
): Promise<boolean> {
  const row = await db
    .selectFrom('billing_subscription')
    .select('subscription_id')
    .where('organization_id', '=', organizationId)
    .where('product', '=', product)
    .where('refund_due_at', 'is not', null)
    .where('refunded_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type DueRefund = { readonly organizationId: number; readonly subscriptionId: string }

/** Returns the subscriptions of all organizations whose refund was decided and is not made yet. */
export async function listDueRefunds({ db }: Installation): Promise<DueRefund[]> {
  return db
    .selectFrom('billing_subscription')
    .select(['organization_id as organizationId', 'subscription_id as subscriptionId'])
    .where('refund_due_at', 'is not', null)
    .where('refunded_at', 'is', null)
    .execute()
}

/** Stores a refund; returns whether it is new, because two jobs may make the same one. */
export async function recordRefund(
  { db, organizationId }: Tenant,
  subscriptionId: string,
  cents: number,
): Promise<boolean> {
  const row = await db
    .updateTable('billing_subscription')
    .set({ refunded_at: new Date(), refunded_cents: cents })
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscriptionId)
    .where('refunded_at', 'is', null)
    .returning('subscription_id')
    .executeTakeFirst()
  return row !== undefined
}

type UnpaidSubscription = {
  readonly subscription_id: string
  /** Time at which a failed payment became known. */
  readonly overdue_since: Date
}

type UnpaidUsage = {
  readonly pages: number
  readonly dollars: number
  /** The first day of these pages. */
  readonly firstDay: string
}

/**
 * Sums the pages that the provider has counted for the invoice that was not paid and for those after it. That invoice
 * was made when a period ended, and contains the usage of that period.
 */
export async function sumUnpaidUsage(
  { db, organizationId }: Tenant,
  { subscription_id, overdue_since }: UnpaidSubscription,
): Promise<UnpaidUsage | undefined> {
  const { rows } = await sql<UnpaidUsage>`
    with cycles as (
      select distinct cycle_began_at as began_at from billing_period
      where organization_id = ${organizationId} and subscription_id = ${subscription_id}
        and cycle_began_at <= ${overdue_since}
      order by 1 desc limit 2
    )
    select sum(pages)::float8 as pages, sum(pages * coalesce(dollars, 0))::float8 as dollars,
      to_char(min(day), 'YYYY-MM-DD') as "firstDay"
    from billing_report
    where organization_id = ${organizationId} and subscription_id = ${subscription_id}
      and counted_at is not null and at >= (select min(began_at) from cycles)
    having count(*) > 0
  `.execute(db)
  return rows[0]
}
