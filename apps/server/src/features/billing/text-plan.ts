import { badRequest } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findSubscriptionRow, liveStates } from './billing.store.ts'
import { cancelSubscription } from './change-subscription.ts'

type TextSubscription = {
  readonly id: string
  readonly planId: string
  /** End of use after a cancellation. */
  readonly endsAt: Date | undefined
}

/** Returns the subscription to the text-extraction product while it may be used. */
export async function findTextSubscription(tenant: Tenant): Promise<TextSubscription | undefined> {
  const row = await findSubscriptionRow(tenant, { product: 'text' })
  if (!row || !liveStates.includes(row.status)) return undefined
  const { subscription_id: id, plan_id: planId } = row
  return { id, planId, endsAt: row.ends_with_period ? row.period_ends_at : undefined }
}

type TextPlanOptions = { readonly actor: Actor; readonly plan: string }

/** Cancels the subscription by the id of its plan or its own id. */
export async function cancelTextPlan(
  ctx: Pick<Context, 'config' | 'db' | 'fetch' | 'jobs' | 'log'>,
  { actor, plan }: TextPlanOptions,
): Promise<void> {
  const subscription = await findTextSubscription(tenantOf(ctx, actor))
  if (!subscription || ![subscription.planId, subscription.id].includes(plan)) {
    throw badRequest('Subscription not found')
  }
  await cancelSubscription(ctx, { actor, subscriptionId: subscription.id })
}
