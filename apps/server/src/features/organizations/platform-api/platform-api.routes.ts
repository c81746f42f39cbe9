import * as api from '@recto/contract/organizations/platform-api'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentFullScriptKey } from '../keys/present-script-key.ts'
import { presentKeys } from './map-platform-api-key.ts'
import {
  changePlatformApiKey,
  createPlatformApiKey,
  deletePlatformApiKey,
  findPlatformApiKeys,
  getPlatformApiKey,
  rotatePlatformApiKey,
} from './platform-api-keys.ts'

export function platformApiRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listPlatformApiKeys, async (ctx, { actor }) =>
    presentKeys(ctx, actor, await findPlatformApiKeys(ctx, actor)),
  )

  registerEndpoint(app, ctx, api.createPlatformApiKey, async (ctx, { actor, body }) =>
    presentFullScriptKey(ctx, await createPlatformApiKey(ctx, { actor, ...body })),
  )

  registerEndpoint(app, ctx, api.getPlatformApiKey, async (ctx, { actor, params }) =>
    presentFullScriptKey(ctx, await getPlatformApiKey(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, api.changePlatformApiKey, async (ctx, { actor, params, body }) => {
    const { is_active: isActive, ...fields } = body
    const updatedPlatformApiKey = await changePlatformApiKey(ctx, {
      actor,
      id: params.id,
      isActive,
      ...fields,
    })
    const [presentedKey] = await presentKeys(ctx, actor, [updatedPlatformApiKey])
    return presentedKey as api.PlatformApiKey
  })

  registerEndpoint(app, ctx, api.deletePlatformApiKey, async (ctx, { actor, params }) => {
    await deletePlatformApiKey(ctx, { actor, id: params.id })
    return undefined
  })

  registerEndpoint(app, ctx, api.rotatePlatformApiKey, async (ctx, { actor, params }) =>
    presentFullScriptKey(ctx, await rotatePlatformApiKey(ctx, { actor, id: params.id })),
  )
}
