import { AppError, badRequest, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import {
  findSubscriptionRow,
  liveStates,
  openAccount,
  type SubscriptionRow,
  saveSubscription,
} from './billing.store.ts'
import { findOfferedPlan } from './catalogue.ts'
import { pricesOf } from './change-subscription.ts'
import { reportUsage } from './metering/report-usage.ts'
import { assertSells, openProvider } from './provider/open-provider.ts'

type PlanChange = {
  readonly actor: Actor
  readonly subscriptionId: string
  readonly planId: string
}

/**
 * Changes the plan of a subscription. The pages until now are counted for the earlier plan and reported first, because
 * the provider bills them when its price is replaced.
 */
export async function changePlan(
  ctx: Context,
  { actor, subscriptionId, planId }: PlanChange,
): Promise<void> {
  const provider = await openProvider(ctx)
  const tenant = tenantOf(ctx, actor)
  const plan = findOfferedPlan(ctx.config, planId)
  await reportUsage(ctx, { organizationId: tenant.organizationId })
  const row = assertLasting(await findSubscriptionRow(tenant, { subscriptionId }))
  if (plan?.product !== row.product) {
    throw badRequest('Product ID is not available.', { attr: 'id' })
  }
  if (plan.id === row.plan_id) {
    throw badRequest('This is the plan that you have already.', { attr: 'id' })
  }
  const change = await provider.changePlan({ subscriptionId, planId, prices: pricesOf(plan) })
  if (change.outcome === 'no-price') {
    ctx.log.error({ planId }, 'the payment provider has no price for a plan')
    throw badRequest('Product ID is not available.', { attr: 'id' })
  }
  if (change.outcome === 'declined') throw declinedPayment()
  const { subscription } = change
  const readAt = new Date()
  await inTransaction(tenant, async (transaction) => {
    await saveSubscription(transaction, { subscription, readAt })
    await recordChange(transaction, actor, {
      action: 'subscription.plan-changed',
      subject: { type: 'subscription', id: subscriptionId, name: plan.id },
      before: { plan: row.plan_id },
      after: { plan: plan.id },
    })
  })
}

function assertLasting(row: SubscriptionRow | undefined): SubscriptionRow {
  if (!row) throw notFound('subscription')
  if (!liveStates.includes(row.status)) throw badRequest('This subscription has ended.')
  if (!row.is_current) throw badRequest('Another subscription is in use.')
  if (row.ends_with_period) {
    throw badRequest('Resume the cancelled subscription before you change its plan.')
  }
  return row
}

const declinedPayment = () =>
  new AppError('payment-required', [
    {
      code: 'payment_declined',
      detail: 'The payment was declined, and the plan has not changed. Check your card.',
      attr: null,
    },
  ])

type ResumeRequest = { readonly actor: Actor; readonly subscriptionId: string }

/** Takes a cancellation back while the subscription still runs. */
export async function resumeSubscription(
  ctx: Pick<Context, 'config' | 'db' | 'fetch'>,
  { actor, subscriptionId }: ResumeRequest,
): Promise<void> {
  const provider = await openProvider(ctx)
  const tenant = tenantOf(ctx, actor)
  const row = await findSubscriptionRow(tenant, { subscriptionId })
  if (!row) throw notFound('subscription')
  if (!liveStates.includes(row.status)) {
    throw badRequest('This subscription has ended. Subscribe again instead.')
  }
  if (!row.ends_with_period) throw badRequest('This subscription is not cancelled.')
  if (!row.is_current) throw badRequest('Another subscription is in use.')
  const subscription = await provider.resume(subscriptionId)
  const readAt = new Date()
  await inTransaction(tenant, async (transaction) => {
    await saveSubscription(transaction, { subscription, readAt })
    await recordChange(transaction, actor, {
      action: 'subscription.resumed',
      subject: { type: 'subscription', id: subscriptionId, name: row.plan_id },
      before: { ends_with_period: true },
      after: { ends_with_period: false },
    })
  })
}

/** Opens the provider's page for cards, invoices and payments. */
export async function openPortal(
  ctx: Pick<Context, 'config' | 'db' | 'fetch'>,
  actor: Actor,
): Promise<string> {
  const { config } = ctx
  assertSells(config)
  const { customer_id: customerId } = await openAccount(tenantOf(ctx, actor))
  if (customerId === null) throw badRequest('Nothing has been bought yet.')
  const provider = await openProvider(ctx)
  const returnUrl = `${config.publicUrl}/${actor.organization.slug}/pricing`
  return provider.openPortal({ customerId, returnUrl })
}
