import * as api from '@recto/contract/platform-api'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentFullKey, presentKeys } from './map-platform-api-key.ts'
import {
  changePlatformApiKey,
  deletePlatformApiKey,
  findPlatformApiKeys,
  getPlatformApiKey,
  makePlatformApiKey,
  rotatePlatformApiKey,
} from './platform-api-keys.ts'

export function platformApiRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listPlatformApiKeys, async (ctx, { actor }) =>
    presentKeys(ctx, actor, await findPlatformApiKeys(ctx, actor)),
  )

  serve(app, ctx, api.createPlatformApiKey, async (ctx, { actor, body }) =>
    presentFullKey(ctx, await makePlatformApiKey(ctx, { actor, ...body })),
  )

  serve(app, ctx, api.getPlatformApiKey, async (ctx, { actor, params }) =>
    presentFullKey(ctx, await getPlatformApiKey(ctx, { actor, id: params.id })),
  )

  serve(app, ctx, api.changePlatformApiKey, async (ctx, { actor, params, body }) => {
    const { is_active: isActive, ...fields } = body
    const changed = await changePlatformApiKey(ctx, { actor, id: params.id, isActive, ...fields })
    const [shown] = await presentKeys(ctx, actor, [changed])
    return shown as api.PlatformApiKey
  })

  serve(app, ctx, api.deletePlatformApiKey, async (ctx, { actor, params }) => {
    await deletePlatformApiKey(ctx, { actor, id: params.id })
    return undefined
  })

  serve(app, ctx, api.rotatePlatformApiKey, async (ctx, { actor, params }) =>
    presentFullKey(ctx, await rotatePlatformApiKey(ctx, { actor, id: params.id })),
  )
}
