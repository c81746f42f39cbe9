import * as api from '@recto/contract/platform-keys'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import {
  findPlatformKeys,
  generatePlatformKey,
  type PlatformKeyRow,
  refreshPlatformKey,
  removePlatformKey,
  switchPlatformKey,
} from './change-platform-keys.ts'

export function platformKeyRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listPlatformKeys, async (ctx, { actor }) =>
    (await findPlatformKeys(ctx, actor)).map(presentKey),
  )

  serve(app, ctx, api.createPlatformKey, async (ctx, { actor, body }) => {
    const { key_name: name, is_active: isActive } = body
    return presentKey(await generatePlatformKey(ctx, { actor, name, isActive }))
  })

  serve(app, ctx, api.refreshPlatformKey, async (ctx, { actor, body }) =>
    presentKey(await refreshPlatformKey(ctx, { actor, id: body.id })),
  )

  serve(app, ctx, api.switchPlatformKey, async (ctx, { actor, params, body }) => {
    const isActive = body.action === 'ACTIVATE'
    await switchPlatformKey(ctx, { actor, id: params.id, isActive })
    return { message: isActive ? 'The key is active.' : 'The key is not active any more.' }
  })

  serve(app, ctx, api.deletePlatformKey, async (ctx, { actor, params }) => {
    await removePlatformKey(ctx, { actor, id: params.id })
    return undefined
  })
}

const presentKey = ({ id, key_name, key, is_active }: PlatformKeyRow): api.PlatformKey => ({
  id,
  key_name,
  key,
  is_active,
})
