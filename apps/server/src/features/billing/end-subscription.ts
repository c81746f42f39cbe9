import { badRequest, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { findSubscriptionRow, liveStates, recordRefund } from './billing.store.ts'
import { reportUsage } from './metering/report-usage.ts'
import { assertSells, openProvider } from './provider/open-provider.ts'
import { requireRefund, storeSubscription } from './store-subscription.ts'

type EndRequest = { readonly actor: Actor; readonly subscriptionId: string }

/** Ends a second subscription with a refund, because somebody has decided so. */
export async function endSecondSubscription(
  ctx: Pick<Context, 'config' | 'db' | 'jobs'>,
  { actor, subscriptionId }: EndRequest,
): Promise<void> {
  assertSells(ctx.config)
  const tenant = tenantOf(ctx, actor)
  const row = await findSubscriptionRow(tenant, { subscriptionId })
  if (!row) throw notFound('subscription')
  if (row.is_current) {
    throw badRequest('Only a second subscription ends with a refund. Cancel this one instead.')
  }
  if (!liveStates.includes(row.status) || row.refund_due_at) {
    throw badRequest('This subscription has already ended.')
  }
  await inTransaction(tenant, async (transaction) => {
    await requireRefund(ctx, transaction, subscriptionId)
    await recordChange(transaction, actor, {
      action: 'subscription.ended',
      subject: { type: 'subscription', id: subscriptionId, name: row.plan_id },
      before: { status: row.status },
      after: { refund: 'rest of the period' },
    })
  })
}

type EndedSubscription = { readonly organizationId: number; readonly subscriptionId: string }

/** Ends a subscription at the provider and refunds the rest of its period. Safe to run again after a crash. */
export async function endSubscription(
  ctx: Context,
  { organizationId, subscriptionId }: EndedSubscription,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const row = await findSubscriptionRow(tenant, { subscriptionId })
  if (!row?.refund_due_at || row.refunded_at) return
  // Its last invoice contains the usage that was reported before.
  await reportUsage(ctx, { organizationId })
  const provider = await openProvider(ctx)
  const subscription = await provider.endNow(subscriptionId)
  const readAt = new Date()
  const cents = await provider.refundRest(subscriptionId)
  await inTransaction(tenant, async (transaction) => {
    const isNew = await recordRefund(transaction, subscriptionId, cents)
    await storeSubscription(ctx, transaction, { subscription, readAt })
    if (!isNew) return
    await recordChange(
      transaction,
      { userId: null, email: 'billing on the server' },
      {
        action: 'subscription.refunded',
        subject: { type: 'subscription', id: subscriptionId, name: row.plan_id },
        after: { refunded_in_dollars: cents / 100 },
      },
    )
  })
}
