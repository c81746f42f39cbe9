import * as api from '@recto/contract/organizations/platform-keys'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import {
  findPlatformKeys,
  generatePlatformKey,
  type OpenedPlatformKey,
  refreshPlatformKey,
  removePlatformKey,
  switchPlatformKey,
} from './change-platform-keys.ts'

export function platformKeyRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listPlatformKeys, async (ctx, { actor }) =>
    (await findPlatformKeys(ctx, actor)).map(presentKey),
  )

  registerEndpoint(app, ctx, api.createPlatformKey, async (ctx, { actor, body }) => {
    const { key_name: name, is_active: isActive } = body
    return presentKey(await generatePlatformKey(ctx, { actor, name, isActive }))
  })

  registerEndpoint(app, ctx, api.refreshPlatformKey, async (ctx, { actor, body }) =>
    presentKey(await refreshPlatformKey(ctx, { actor, id: body.id })),
  )

  registerEndpoint(app, ctx, api.switchPlatformKey, async (ctx, { actor, params, body }) => {
    const isActive = body.action === 'ACTIVATE'
    await switchPlatformKey(ctx, { actor, id: params.id, isActive })
    return { message: isActive ? 'The key is active.' : 'The key is no longer active.' }
  })

  registerEndpoint(app, ctx, api.deletePlatformKey, async (ctx, { actor, params }) => {
    await removePlatformKey(ctx, { actor, id: params.id })
    return undefined
  })
}

const presentKey = ({ id, name, key, isActive }: OpenedPlatformKey): api.PlatformKey => ({
  id,
  key_name: name,
  key,
  is_active: isActive,
})
