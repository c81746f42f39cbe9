import * as api from '@recto/contract/billing/billing'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { getLinkOrigin } from '../../platform/http/public-origin.ts'
import { parseAllBodiesAsText } from '../../platform/http/raw-bodies.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { plansOf } from './catalogue.ts'
import { cancelSubscription, startCheckout } from './change-subscription.ts'
import { receiveEvent } from './events/receive-event.ts'
import { getSubscription } from './get-subscription.ts'
import { getUsedDays } from './get-used-days.ts'
import { presentPlan, presentStanding } from './present-billing.ts'
import { assertSells } from './provider/open-provider.ts'
import { textPlanRoutes } from './text-plan.routes.ts'

export function billingRoutes(app: FastifyInstance, ctx: Context): void {
  textPlanRoutes(app, ctx)

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

  app.register(async (scope) => {
    parseAllBodiesAsText(scope)
    registerEndpoint(scope, ctx, api.receiveStripeEvent, async (ctx, { body, request }) => {
      const signature = request.headers['stripe-signature']
      await receiveEvent(ctx, { body, signature: typeof signature === 'string' ? signature : '' })
      return { received: true as const }
    })
  })
}
