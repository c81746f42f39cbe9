import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findTextSubscription } from '../../billing/billing.port.ts'
import { paidPlan, planOf, planWithoutPayment, type TextPlan } from '../usage/plan-of.ts'

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
  const defaultPlan = planWithoutPayment(config)
  const boughtPlan = paidPlan(config)
  const currentPlan = await planOf(config, tenant)
  const defaultProduct = {
    plan: defaultPlan,
    isSubscribed: currentPlan.id === defaultPlan.id,
    isIncluded: false,
    endsAt: undefined,
  }
  if (!boughtPlan) return [defaultProduct]
  const subscription = await findTextSubscription(tenant)
  const isCurrent = currentPlan.id === boughtPlan.id
  return [
    defaultProduct,
    {
      plan: boughtPlan,
      isSubscribed: isCurrent && !subscription?.endsAt,
      isIncluded: isCurrent && !subscription,
      endsAt: subscription?.endsAt,
    },
  ]
}
