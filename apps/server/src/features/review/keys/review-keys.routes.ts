import * as api from '@recto/contract/review-keys'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentReviewKey } from './map-review-key.ts'
import { createReviewKey, deleteReviewKey, listReviewKeys, updateReviewKey } from './review-keys.ts'

export function reviewKeyRoutes(app: FastifyInstance, ctx: Context): void {
  for (const list of [api.listReviewKeys, api.listReviewKeysBelow]) {
    serve(app, ctx, list, async (ctx, { actor }) =>
      (await listReviewKeys(ctx, { actor })).map((row) => presentReviewKey(ctx, row)),
    )
  }

  for (const create of [api.createReviewKey, api.createReviewKeyBelow]) {
    serve(app, ctx, create, async (ctx, { actor, body }) =>
      presentReviewKey(ctx, await createReviewKey(ctx, { actor, description: body.description })),
    )
  }

  for (const update of [api.updateReviewKey, api.updateReviewKeyBelow]) {
    serve(app, ctx, update, async (ctx, { actor, params, body }) => {
      const { description, is_active: isActive } = body
      return presentReviewKey(
        ctx,
        await updateReviewKey(ctx, { actor, id: params.id, description, isActive }),
      )
    })
  }

  for (const remove of [api.deleteReviewKey, api.deleteReviewKeyBelow]) {
    serve(app, ctx, remove, async (ctx, { actor, params }) => {
      await deleteReviewKey(ctx, { actor, id: params.id })
      return undefined
    })
  }
}
