import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import type { Product } from './catalogue.ts'
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
      ? query.where('product', '=', key.product)
      : query.where('subscription_id', '=', key.subscriptionId)
  return subscriptionQuery.executeTakeFirst()
}

/** Statuses in which a subscription may be used, including a late payment. */
export const liveStates: readonly string[] = ['active', 'trialing', 'past_due']

/** Statuses from which a subscription does not come back. */
const endedStates: readonly string[] = ['canceled', 'incomplete_expired']

type State = { readonly subscription: ProvidedSubscription; readonly readAt: Date }

/**
 * Stores the state of a subscription. A later reply replaces an earlier one. A different
 * subscription to the same product replaces it only if the new one is live and the old one has
 * ended or was cancelled.
 */
export async function saveSubscription(
  { db, organizationId }: Tenant,
  { subscription, readAt }: State,
): Promise<void> {
  const columns = {
    subscription_id: subscription.id,
    plan_id: subscription.planId,
    status: subscription.status,
    ends_with_period: subscription.endsWithPeriod,
    period_began_at: subscription.periodBeganAt,
    period_ends_at: subscription.periodEndsAt,
    asked_at: readAt,
  }
  const isOverdue = subscription.status === 'past_due'
  const isLive = liveStates.includes(subscription.status)
  await db
    .insertInto('billing_subscription')
    .values({
      organization_id: organizationId,
      product: subscription.product,
      ...columns,
      overdue_since: isOverdue ? readAt : null,
    })
    .onConflict((c) =>
      c
        .columns(['organization_id', 'product'])
        .doUpdateSet({
          ...columns,
          overdue_since: isOverdue
            ? sql<Date>`case when billing_subscription.subscription_id = ${subscription.id}
                then coalesce(billing_subscription.overdue_since, ${readAt}::timestamptz)
                else ${readAt}::timestamptz end`
            : null,
        })
        .where(
          sql<boolean>`case when billing_subscription.subscription_id = ${subscription.id}
          then billing_subscription.asked_at <= ${readAt}
          else ${isLive} and (billing_subscription.ends_with_period
            or not (billing_subscription.status = any(${sql.val([...liveStates])}::text[]))) end`,
        ),
    )
    .execute()
  await savePeriod({ db, organizationId }, { subscription, readAt })
}

/**
 * Stores a period of a subscription. Past periods remain, because their usage is reported until some hours
 * after their end. A period ends early if its subscription ends or another one takes its place, so that each
 * page is billed for one plan.
 */
async function savePeriod(tenant: Tenant, { subscription, readAt }: State): Promise<void> {
  const { db, organizationId } = tenant
  const { id, product, planId, status, periodBeganAt, periodEndsAt, endedAt } = subscription
  const current = await findSubscriptionRow(tenant, { product })
  // A later reply has been stored.
  if (current?.subscription_id === id && current.asked_at > readAt) return
  const endTimes = [periodEndsAt]
  if (endedStates.includes(status)) endTimes.push(endedAt ?? readAt)
  if (current && current.subscription_id !== id) endTimes.push(current.period_began_at)
  const endsAt = new Date(Math.min(...endTimes.map(Number)))
  if (current?.subscription_id === id) {
    await endEarlierPeriods(tenant, { product, subscriptionId: id, endsAt: periodBeganAt })
  }
  const columns = { plan_id: planId, ends_at: endsAt > periodBeganAt ? endsAt : periodBeganAt }
  await db
    .insertInto('billing_period')
    .values({
      organization_id: organizationId,
      subscription_id: id,
      product,
      began_at: periodBeganAt,
      ...columns,
    })
    .onConflict((c) => c.columns(['subscription_id', 'began_at']).doUpdateSet(columns))
    .execute()
}

type Supersession = {
  readonly product: ProvidedSubscription['product']
  /** The subscription that has taken the place of the others. */
  readonly subscriptionId: string
  readonly endsAt: Date
}

async function endEarlierPeriods(
  { db, organizationId }: Tenant,
  { product, subscriptionId, endsAt }: Supersession,
): Promise<void> {
  await db
    .updateTable('billing_period')
    .set({ ends_at: sql<Date>`greatest(began_at, ${endsAt}::timestamptz)` })
    .where('organization_id', '=', organizationId)
    .where('product', '=', product)
    .where('subscription_id', '<>', subscriptionId)
    .where('ends_at', '>', endsAt)
    .where('closed_at', 'is', null)
    .execute()
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
