import * as api from '@recto/contract/billing/billing'
import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../platform/context.ts'
import { getLinkOrigin } from '../../platform/http/public-origin.ts'
import { parseAllBodiesAsText } from '../../platform/http/raw-bodies.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { recordExport } from '../organizations/organizations.port.ts'
import { plansOf } from './catalogue.ts'
import { changePlan, openPortal, resumeSubscription } from './change-plan.ts'
import { cancelSubscription, startCheckout } from './change-subscription.ts'
import { endSecondSubscription } from './end-subscription.ts'
import { receiveEvent } from './events/receive-event.ts'
import { getSubscription } from './get-subscription.ts'
import { getUsedDays } from './get-used-days.ts'
import { getAllowance } from './metering/allowance.ts'
import { readLedger } from './metering/read-ledger.ts'
import { presentPlan, presentStanding } from './present-billing.ts'
import { csvOfLedger, presentAllowance, presentLedger } from './present-ledger.ts'
import { assertSells } from './provider/open-provider.ts'
import { textPlanRoutes } from './text-plan.routes.ts'

export function billingRoutes(app: FastifyInstance, ctx: Context): void {
  textPlanRoutes(app, ctx)
  ledgerRoutes(app, ctx)
  changeRoutes(app, ctx)

  registerEndpoint(app, ctx, api.getSubscription, async (ctx, { actor }) =>
    presentStanding(await getSubscription(ctx, actor)),
  )

  registerEndpoint(app, ctx, api.getSubscriptionUsage, async (ctx, { actor }) => {
    const days = await getUsedDays(ctx, actor)
    return { usage_data: { pages_processed: days.reduce((sum, { pages }) => sum + pages, 0) } }
  })

  registerEndpoint(app, ctx, api.getDailySubscriptionUsage, async (ctx, { actor }) => {
    const days = await getUsedDays(ctx, actor)
    const usage = days.map(({ day, pages }) => ({ record_date: day, pages_processed: pages }))
    return { usage_data: { usage } }
  })

  registerEndpoint(app, ctx, api.getTextServiceUrl, async ({ config }, { request }) => ({
    url: getLinkOrigin(request, config),
  }))

  registerEndpoint(app, ctx, api.listPlans, async ({ config }) => {
    assertSells(config)
    const plans = plansOf(config.productId).filter(({ product }) => product === 'platform')
    return plans.map(presentPlan)
  })

  registerEndpoint(app, ctx, api.getPaymentKey, async ({ config }) => {
    assertSells(config)
    return { stripe_public_key: config.billing.publicKey }
  })

  registerEndpoint(app, ctx, api.startCheckout, async (ctx, { actor, body }) => {
    const checkout = { actor, product: 'platform', planId: body.id } as const
    const { id, url } = await startCheckout(ctx, checkout)
    return { session_id: id, checkout_url: url }
  })

  registerEndpoint(app, ctx, api.cancelSubscription, async (ctx, { actor, body }) => {
    await cancelSubscription(ctx, { actor, subscriptionId: body.product_id })
    return presentStanding(await getSubscription(ctx, actor))
  })

  registerEndpoint(app, ctx, api.getSellerLinks, async ({ config: { billing } }) => ({
    is_selling: billing !== undefined,
    demo_url: billing?.demoUrl ?? null,
    contact_url: billing?.contactUrl ?? null,
  }))

  app.register(async (scope) => {
    parseAllBodiesAsText(scope)
    registerEndpoint(scope, ctx, api.receiveStripeEvent, async (ctx, { body, request }) => {
      const signature = request.headers['stripe-signature']
      await receiveEvent(ctx, { body, signature: typeof signature === 'string' ? signature : '' })
      return { received: true as const }
    })
  })
}

function ledgerRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getAllowance, async (ctx, { actor }) =>
    presentAllowance(await getAllowance(ctx, actor)),
  )

  registerEndpoint(app, ctx, api.readLedger, async (ctx, { actor, query }) =>
    presentLedger(await readLedger(ctx, { actor, query }), ctx.config.productId),
  )

  registerEndpoint(app, ctx, api.exportLedger, async (ctx, { actor, query, reply }) => {
    const ledger = presentLedger(await readLedger(ctx, { actor, query }), ctx.config.productId)
    const { id, name } = actor.organization
    await recordExport(tenantOf(ctx, actor), actor, {
      type: 'billing-ledger',
      id: String(id),
      name,
      after: query,
    })
    reply.header('content-disposition', 'attachment; filename="usage-ledger.csv"')
    reply.type('text/csv; charset=utf-8')
    return reply.send(csvOfLedger(ledger))
  })
}

function changeRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.resumeSubscription, async (ctx, { actor, body }) => {
    await resumeSubscription(ctx, { actor, subscriptionId: body.subscription_id })
    return presentStanding(await getSubscription(ctx, actor))
  })

  registerEndpoint(app, ctx, api.changePlan, async (ctx, { actor, body }) => {
    const change = { actor, subscriptionId: body.subscription_id, planId: body.id }
    await changePlan(ctx, change)
    return presentStanding(await getSubscription(ctx, actor))
  })

  registerEndpoint(app, ctx, api.endSecondSubscription, async (ctx, { actor, body }) => {
    await endSecondSubscription(ctx, { actor, subscriptionId: body.subscription_id })
    return presentStanding(await getSubscription(ctx, actor))
  })

  registerEndpoint(app, ctx, api.openPortal, async (ctx, { actor }) => ({
    url: await openPortal(ctx, actor),
  }))
}
