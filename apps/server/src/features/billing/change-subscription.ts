import { badRequest, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import {
  findSubscriptionRow,
  keepCustomer,
  keepSubscription,
  liveStates,
  openAccount,
} from './billing.store.ts'
import { findPlan, type Plan, type Product } from './catalogue.ts'
import type { OpenCheckout } from './provider/billing-provider.ts'
import { openProvider } from './provider/open-provider.ts'

type Needs = Pick<Context, 'config' | 'db' | 'fetch' | 'log'>
type Wanted = { readonly actor: Actor; readonly product: Product; readonly planId: string }

/**
 * A page of the provider's at which a plan is paid for. Nothing is subscribed to until
 * the provider says that it was paid.
 */
export async function startCheckout(
  ctx: Needs,
  { actor, product, planId }: Wanted,
): Promise<OpenCheckout> {
  const provider = await openProvider(ctx)
  const { config } = ctx
  const plan = findPlan(config.productId, planId)
  if (plan?.product !== product) throw badRequest('Product ID is not available.', { attr: 'id' })
  const tenant = tenantOf(ctx, actor)
  const row = await findSubscriptionRow(tenant, { product })
  if (row && liveStates.includes(row.status) && !row.ends_with_period) {
    throw badRequest('Subscription already exists')
  }
  const account = await openAccount(tenant)
  const { organization, email } = actor
  const customerId =
    account.customer_id ??
    (await provider.makeCustomer({
      reference: account.reference,
      name: organization.name,
      email,
    }))
  if (!account.customer_id) await keepCustomer(tenant, customerId)
  const session = await provider.openCheckout({
    ...{ customerId, planId, product, prices: pricesOf(plan) },
    successUrl: `${config.publicUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${config.publicUrl}/${pageOf[product](organization.slug)}`,
  })
  if (!session) {
    ctx.log.error({ planId }, 'the payment provider lacks a price of the plan')
    throw badRequest('Product ID is not available.', { attr: 'id' })
  }
  return session
}

const pricesOf = ({ id, price, metered }: Plan) => ({
  ofPeriod: price === 0 ? undefined : id,
  metered: metered.map((one) => one.id),
})

/** Where a plan is chosen. */
const pageOf: Readonly<Record<Product, (slug: string) => string>> = {
  platform: (slug) => `${slug}/pricing`,
  text: (slug) => `llm-whisperer/${slug}/account`,
}

type Cancelled = { readonly actor: Actor; readonly subscriptionId: string }

/** What is paid for may be used until the period ends. */
export async function cancelSubscription(
  ctx: Needs,
  { actor, subscriptionId }: Cancelled,
): Promise<void> {
  const provider = await openProvider(ctx)
  const tenant = tenantOf(ctx, actor)
  const row = await findSubscriptionRow(tenant, { subscriptionId })
  if (!row) throw notFound('subscription')
  if (row.ends_with_period || !liveStates.includes(row.status)) {
    throw badRequest('Subscription plan is already cancelled.')
  }
  const subscription = await provider.cancelAtPeriodEnd(subscriptionId)
  // An answer to what was asked meanwhile may not know of it.
  const askedAt = new Date()
  await inTransaction(tenant, async (within) => {
    await keepSubscription(within, { subscription, askedAt })
    await recordChange(within, actor, {
      action: 'subscription.cancelled',
      subject: { type: 'subscription', id: subscriptionId, name: row.plan_id },
    })
  })
}
