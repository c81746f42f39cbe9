import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findTextSubscription } from '../../billing/billing.port.ts'
import { paidPlan, planOf, type TextPlan, usualPlan } from '../usage/plan-of.ts'

export type OfferedProduct = {
  readonly plan: TextPlan
  readonly isSubscribed: boolean
  /** What the organization has without a subscription to it: a plan of the platform includes it. */
  readonly isIncluded: boolean
  /** Where it is cancelled: until when it may be used. */
  readonly endsAt: Date | undefined
}

/** What everybody has, and what may be paid for where anything is sold. */
export async function listProducts(
  { config, ...ctx }: Pick<Context, 'config' | 'db'>,
  actor: Actor,
): Promise<OfferedProduct[]> {
  const tenant = tenantOf(ctx, actor)
  const [usual, paid] = [usualPlan(config), paidPlan(config)]
  const present = await planOf(config, tenant)
  const free = {
    plan: usual,
    isSubscribed: present.id === usual.id,
    isIncluded: false,
    endsAt: undefined,
  }
  if (!paid) return [free]
  const subscription = await findTextSubscription(tenant)
  const isPresent = present.id === paid.id
  return [
    free,
    {
      plan: paid,
      isSubscribed: isPresent && !subscription?.endsAt,
      isIncluded: isPresent && !subscription,
      endsAt: subscription?.endsAt,
    },
  ]
}
