import * as api from '@recto/contract/text-service/text-product'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { startCheckout } from './change-subscription.ts'
import { assertSells } from './provider/open-provider.ts'
import { cancelTextPlan } from './text-plan.ts'

/** Routes for paid plans of the text-extraction product. */
export function textPlanRoutes(app: FastifyInstance, ctx: Context): void {
  for (const start of api.startTextCheckout) {
    registerEndpoint(app, ctx, start, async (ctx, { actor, body }) => {
      const checkout = { actor, product: 'text', planId: body.product_id } as const
      const { id, url } = await startCheckout(ctx, checkout)
      return { session_id: id, checkout_url: url }
    })
  }
  for (const cancel of api.cancelTextPlan) {
    registerEndpoint(app, ctx, cancel, async (ctx, { actor, body }) => {
      await cancelTextPlan(ctx, { actor, plan: body.product_id })
      return { message: 'success' as const }
    })
  }
  for (const key of api.getTextPaymentKey) {
    registerEndpoint(app, ctx, key, async ({ config }) => {
      assertSells(config)
      return { stripe_public_key: config.billing.publicKey }
    })
  }
}
