import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findTextSubscription } from '../../billing/billing.port.ts'
import { paidPlan, planOf, type TextPlan, usualPlan } from '../usage/plan-of.ts'

export type OfferedProduct = {
  readonly plan: TextPlan
  readonly isSubscribed: boolean
  /**
   * Whether the organization has it without its own subscription, because its platform plan
   * includes it.
   */
  readonly isIncluded: boolean
  /** End of use after a cancellation. */
  readonly endsAt: Date | undefined
}

/** Lists the plan that everybody has and, where plans are sold, those that can be bought. */
export async function listProducts(
  { config, ...ctx }: Pick<Context, 'config' | 'db'>,
  actor: Actor,
): Promise<OfferedProduct[]> {
  const tenant = tenantOf(ctx, actor)
  const usual = usualPlan(config)
  const paid = paidPlan(config)
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
