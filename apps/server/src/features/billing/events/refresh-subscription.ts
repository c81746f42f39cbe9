import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { openAccount, recordProblem } from '../billing.store.ts'
import { openProvider } from '../provider/open-provider.ts'
import { storeSubscription } from '../store-subscription.ts'
import { markHandled } from './billing-events.store.ts'

type Payload = { readonly organizationId: number; readonly subscriptionId: string }

/**
 * Fetches the state of a subscription from the provider and stores it. Safe to run at any time and
 * concurrently.
 */
export async function refreshSubscription(
  ctx: Context,
  { organizationId, subscriptionId }: Payload,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId }
  const readAt = new Date()
  const provider = await openProvider(ctx)
  const subscription = await provider.findSubscription(subscriptionId).catch(async (error) => {
    // The last known state stays, and admins see why it may be outdated.
    if (error instanceof AppError) await recordProblem(tenant, error.message)
    throw error
  })
  const { customer_id: customerId } = await openAccount(tenant)
  const isOwn = subscription.customerId === customerId
  if (!isOwn) ctx.log.warn({ subscriptionId }, 'a billing event is about a subscription of another')
  await inTransaction(tenant, async (transaction) => {
    if (isOwn) await storeSubscription(ctx, transaction, { subscription, readAt })
    await markHandled(transaction, { subscriptionId, until: readAt })
    await recordProblem(transaction, null)
  })
}
