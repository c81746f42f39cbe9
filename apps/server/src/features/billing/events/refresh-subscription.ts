import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import type { Durable } from '../../../platform/jobs/jobs.ts'
import type { RetryPolicy } from '../../../platform/retry.ts'
import { recordProblem, saveSubscription } from '../billing.store.ts'
import { findPlan } from '../catalogue.ts'
import { openProvider } from '../provider/open-provider.ts'
import { markHandled } from './billing-events.store.ts'

type Payload = { readonly organizationId: number; readonly subscriptionId: string }

/**
 * Retries for about a quarter of an hour; after that, viewing the subscription triggers another
 * refresh.
 */
const retries: RetryPolicy = { attempts: 20, isRetryable: () => true }

/**
 * Fetches the state of a subscription from the provider and stores it. Safe to run at any time and
 * concurrently.
 */
export async function refreshSubscription(
  ctx: Context,
  payload: Payload,
  durable: Durable,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId: payload.organizationId }
  const refresh = () => refreshOnce(ctx, tenant, payload.subscriptionId)
  await durable.runUnrecorded('refresh', refresh, retries)
}

async function refreshOnce(ctx: Context, tenant: Tenant, subscriptionId: string): Promise<void> {
  const readAt = new Date()
  const provider = await openProvider(ctx)
  const subscription = await provider.findSubscription(subscriptionId).catch(async (error) => {
    // The last known state stays, and admins see why it may be outdated.
    if (error instanceof AppError) await recordProblem(tenant, error.message)
    throw error
  })
  if (!findPlan(ctx.config.productId, subscription.planId)) {
    const { organizationId } = tenant
    ctx.log.error({ organizationId, planId: subscription.planId }, 'a plan is not in the catalogue')
  }
  await inTransaction(tenant, async (transaction) => {
    await saveSubscription(transaction, { subscription, readAt })
    await markHandled(transaction, { subscriptionId, until: readAt })
    await recordProblem(transaction, null)
  })
}
