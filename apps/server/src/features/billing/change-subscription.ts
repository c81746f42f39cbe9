import { badRequest, conflict, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { findOrganization, recordChange } from '../organizations/organizations.port.ts'
import {
  findSubscriptionRow,
  liveStates,
  lockAccount,
  openAccount,
  saveCustomer,
  saveSubscription,
} from './billing.store.ts'
import { findOfferedPlan, type Plan, type Product } from './catalogue.ts'
import { insertCheckout, listOpenCheckouts } from './checkouts.store.ts'
import { expireCheckouts } from './expire-checkouts.ts'
import type { BillingProvider, OpenCheckout } from './provider/billing-provider.ts'
import { openProvider } from './provider/open-provider.ts'

type ChangeSubscriptionDependencies = Pick<Context, 'config' | 'db' | 'fetch' | 'jobs' | 'log'>
type ChangeSubscriptionOptions = {
  readonly actor: Actor
  readonly product: Product
  readonly planId: string
}

/** Paths of the pages where a plan is chosen. */
const pageOf: Readonly<Record<Product, (slug: string) => string>> = {
  platform: (slug) => `${slug}/pricing`,
  text: (slug) => `llm-whisperer/${slug}/account`,
}

/**
 * Opens a checkout page of the provider. The subscription starts only when the provider confirms
 * the payment. Checkouts of the same product that are still open expire, so that only one can be paid.
 */
export async function startCheckout(
  ctx: ChangeSubscriptionDependencies,
  { actor, product, planId }: ChangeSubscriptionOptions,
): Promise<OpenCheckout> {
  const provider = await openProvider(ctx)
  const { config } = ctx
  const plan = findOfferedPlan(config, planId)
  if (plan?.product !== product) throw badRequest('Product ID is not available.', { attr: 'id' })
  const tenant = tenantOf(ctx, actor)
  if ((await findOrganization(tenant))?.deletes_at) {
    throw conflict('The organization will be deleted. Undo its deletion to subscribe.')
  }
  const row = await findSubscriptionRow(tenant, { product })
  if (row && liveStates.includes(row.status) && !row.ends_with_period) {
    throw badRequest('Subscription already exists')
  }
  const openSessions = await listOpenCheckouts(tenant, product)
  await expireCheckouts(ctx, tenant, { provider, sessionIds: openSessions })
  const customerId = await findOrMakeCustomer(tenant, { actor, provider })
  const session = await provider.openCheckout({
    customerId,
    planId,
    product,
    prices: pricesOf(plan),
    successUrl: `${config.publicUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${config.publicUrl}/${pageOf[product](actor.organization.slug)}`,
  })
  if (!session) {
    ctx.log.error({ planId }, 'the payment provider has no price for a plan')
    throw badRequest('Product ID is not available.', { attr: 'id' })
  }
  // Others may have been opened at the same time; the lock puts them in an order.
  const concurrentSessions = await inTransaction(tenant, async (transaction) => {
    await lockAccount(transaction)
    const sessionIds = await listOpenCheckouts(transaction, product)
    await insertCheckout(transaction, { sessionId: session.id, product, planId })
    return sessionIds
  })
  await expireCheckouts(ctx, tenant, { provider, sessionIds: concurrentSessions })
  return session
}

type CustomerOptions = { readonly actor: Actor; readonly provider: BillingProvider }

async function findOrMakeCustomer(
  tenant: Tenant,
  { actor: { organization, email }, provider }: CustomerOptions,
): Promise<string> {
  const account = await openAccount(tenant)
  if (account.customer_id) return account.customer_id
  const { reference } = account
  const customerId = await provider.makeCustomer({ reference, name: organization.name, email })
  await saveCustomer(tenant, customerId)
  return customerId
}

export const pricesOf = ({ id, price, usagePrices }: Plan) => ({
  ofPeriod: price === 0 ? undefined : id,
  metered: usagePrices.map((one) => one.id),
})

type CancelRequest = { readonly actor: Actor; readonly subscriptionId: string }

/** Cancels a subscription, which may still be used until its period ends. */
export async function cancelSubscription(
  ctx: ChangeSubscriptionDependencies,
  { actor, subscriptionId }: CancelRequest,
): Promise<void> {
  const provider = await openProvider(ctx)
  const tenant = tenantOf(ctx, actor)
  const row = await findSubscriptionRow(tenant, { subscriptionId })
  if (!row) throw notFound('subscription')
  if (row.ends_with_period || !liveStates.includes(row.status)) {
    throw badRequest('Subscription plan is already cancelled.')
  }
  const subscription = await provider.cancelAtPeriodEnd(subscriptionId)
  // Time after the cancellation, so that an older reply, which may not include it, does not replace
  // this state.
  const readAt = new Date()
  await inTransaction(tenant, async (transaction) => {
    await saveSubscription(transaction, { subscription, readAt })
    await recordChange(transaction, actor, {
      action: 'subscription.cancelled',
      subject: { type: 'subscription', id: subscriptionId, name: row.plan_id },
      before: { status: row.status, ends_with_period: false },
      after: { ends_with_period: true },
    })
  })
}
