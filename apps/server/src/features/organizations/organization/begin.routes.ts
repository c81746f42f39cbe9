import * as api from '@recto/contract/organizations'
import type { FastifyInstance } from 'fastify'
import { forbidden } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import type { Session } from '../../../platform/session.ts'
import { begin, hasBegun } from './begin.ts'

/** The first card of the product and of the text service: shown until somebody has begun. */
export function beginRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.getBegun, async (_ctx, { actor }) => ({
    onboarding_status: await hasBegun(ctx, { actor, part: 'product' }),
  }))
  for (const endpoint of api.begin) {
    serve(app, ctx, endpoint, async (_ctx, { actor }) => {
      await begin(ctx, { actor, part: 'product' })
      return { onboarding_status: true }
    })
  }

  serve(app, ctx, api.getTextServiceBegun, async (_ctx, { session, params }) => ({
    onboarding_status: await hasBegun(ctx, {
      actor: actorIn(session, params),
      part: 'text-service',
    }),
  }))
  for (const endpoint of api.beginTextService) {
    serve(app, ctx, endpoint, async (_ctx, { session, params }) => {
      const actor = actorIn(session, params)
      if (!['admin', 'user'].includes(actor.role)) throw forbidden()
      await begin(ctx, { actor, part: 'text-service' })
      return { onboarding_status: true }
    })
  }
}

/** The gate knows the organization of the product's own base only. */
function actorIn({ actor }: Session, { org }: { readonly org: string }): Actor {
  if (actor?.organization.slug === org) return actor
  throw forbidden('This is not the organization of your session. Select it first.')
}
