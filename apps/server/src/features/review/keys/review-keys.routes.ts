import * as api from '@recto/contract/review/review-keys'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentReviewKey } from './map-review-key.ts'
import { createReviewKey, deleteReviewKey, listReviewKeys, updateReviewKey } from './review-keys.ts'

export function reviewKeyRoutes(app: FastifyInstance, ctx: Context): void {
  for (const list of [api.listReviewKeys, api.listReviewKeysBelow]) {
    registerEndpoint(app, ctx, list, async (ctx, { actor }) =>
      (await listReviewKeys(ctx, actor)).map((row) => presentReviewKey(ctx, row)),
    )
  }

  for (const create of [api.createReviewKey, api.createReviewKeyBelow]) {
    registerEndpoint(app, ctx, create, async (ctx, { actor, body }) =>
      presentReviewKey(ctx, await createReviewKey(ctx, { actor, description: body.description })),
    )
  }

  for (const update of [api.updateReviewKey, api.updateReviewKeyBelow]) {
    registerEndpoint(app, ctx, update, async (ctx, { actor, params, body }) => {
      const { description, is_active: isActive } = body
      return presentReviewKey(
        ctx,
        await updateReviewKey(ctx, { actor, id: params.id, description, isActive }),
      )
    })
  }

  for (const remove of [api.deleteReviewKey, api.deleteReviewKeyBelow]) {
    registerEndpoint(app, ctx, remove, async (ctx, { actor, params }) => {
      await deleteReviewKey(ctx, { actor, id: params.id })
      return undefined
    })
  }
}
