import { badRequest } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { findSubscriptionRow, liveStates } from './billing.store.ts'
import { cancelSubscription } from './change-subscription.ts'

type TextSubscription = {
  readonly id: string
  readonly planId: string
  /** Where it is cancelled: until when it may be used. */
  readonly endsAt: Date | undefined
}

/** The subscription to the text-extraction product, while it may be used. */
export async function findTextSubscription(tenant: Tenant): Promise<TextSubscription | undefined> {
  const row = await findSubscriptionRow(tenant, { product: 'text' })
  if (!row || !liveStates.includes(row.status)) return undefined
  const { subscription_id: id, plan_id: planId } = row
  return { id, planId, endsAt: row.ends_with_period ? row.period_ends_at : undefined }
}

type Cancelled = { readonly actor: Actor; readonly plan: string }

/** By the id of the plan, or of the subscription to it. */
export async function cancelTextPlan(
  ctx: Pick<Context, 'config' | 'db' | 'fetch' | 'log'>,
  { actor, plan }: Cancelled,
): Promise<void> {
  const subscription = await findTextSubscription(tenantOf(ctx, actor))
  if (!subscription || ![subscription.planId, subscription.id].includes(plan)) {
    throw badRequest('Subscription not found')
  }
  await cancelSubscription(ctx, { actor, subscriptionId: subscription.id })
}
