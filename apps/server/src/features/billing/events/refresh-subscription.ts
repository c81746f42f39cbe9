import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Durable } from '../../../platform/jobs/jobs.ts'
import type { RetryPolicy } from '../../../platform/retry.ts'
import { keepSubscription, noteProblem } from '../billing.store.ts'
import { findPlan } from '../catalogue.ts'
import { openProvider } from '../provider/open-provider.ts'
import { markHandled } from './billing-events.store.ts'

type Payload = { readonly organizationId: number; readonly subscriptionId: string }

/** About a quarter of an hour; whoever looks at the subscription later has it asked for again. */
const retries: RetryPolicy = { attempts: 20, isRetryable: () => true }

/** Asks the provider how a subscription stands, and keeps that. Safe to run at any time and twice at once. */
export async function refreshSubscription(
  ctx: Context,
  payload: Payload,
  durable: Durable,
): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId: payload.organizationId }
  const refresh = () => refreshOnce(ctx, tenant, payload.subscriptionId)
  await durable.everyTime('refresh', refresh, retries)
}

async function refreshOnce(ctx: Context, tenant: Tenant, subscriptionId: string): Promise<void> {
  const askedAt = new Date()
  const provider = await openProvider(ctx)
  const subscription = await provider.findSubscription(subscriptionId).catch(async (error) => {
    // The last known state holds, and admins are told why it is not the newest.
    if (error instanceof AppError) await noteProblem(tenant, error.message)
    throw error
  })
  if (!findPlan(ctx.config.productId, subscription.planId)) {
    const { organizationId } = tenant
    ctx.log.error({ organizationId, planId: subscription.planId }, 'a plan is not in the catalogue')
  }
  await inTransaction(tenant, async (within) => {
    await keepSubscription(within, { subscription, askedAt })
    await markHandled(within, { subscriptionId, before: askedAt })
    await noteProblem(within, null)
  })
}
