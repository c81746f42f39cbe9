import * as api from '@recto/contract/global-deployment-keys'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { listDeployments } from '../list-deployments.ts'
import {
  changeGlobalKey,
  deleteGlobalKey,
  getGlobalKey,
  listGlobalKeys,
  makeGlobalKey,
  rotateGlobalKey,
} from './global-keys.ts'
import {
  openedBy,
  presentFullKey,
  presentGlobalKeys,
  presentOpened,
  toGlobalKeyRefusal,
} from './map-global-key.ts'

export function globalKeyRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listGlobalDeploymentKeys, async (ctx, { actor }) =>
    presentGlobalKeys(ctx, actor, await listGlobalKeys(ctx, actor)),
  )

  serve(app, ctx, api.createGlobalDeploymentKey, async (ctx, { actor, body }) => {
    const { name, description } = body
    const wanted = { actor, name, description, ...openedBy(body) }
    return presentFullKey(ctx, await makeGlobalKey(ctx, wanted).catch(toGlobalKeyRefusal))
  })

  serve(app, ctx, api.getGlobalDeploymentKey, async (ctx, { actor, params }) =>
    presentFullKey(ctx, await getGlobalKey(ctx, { actor, id: params.id })),
  )

  serve(app, ctx, api.changeGlobalDeploymentKey, async (ctx, { actor, params, body }) => {
    const { description, is_active: isActive } = body
    const changes = { actor, id: params.id, description, isActive, ...openedBy(body) }
    const changed = await changeGlobalKey(ctx, changes).catch(toGlobalKeyRefusal)
    const [shown] = await presentGlobalKeys(ctx, actor, [changed])
    return shown as api.GlobalDeploymentKey
  })

  serve(app, ctx, api.deleteGlobalDeploymentKey, async (ctx, { actor, params }) => {
    await deleteGlobalKey(ctx, { actor, id: params.id })
    return undefined
  })

  serve(app, ctx, api.rotateGlobalDeploymentKey, async (ctx, { actor, params }) =>
    presentFullKey(ctx, await rotateGlobalKey(ctx, { actor, id: params.id })),
  )

  serve(app, ctx, api.listOpenableDeployments, async (ctx, { actor }) =>
    (await listDeployments(ctx, actor)).map(presentOpened),
  )
}
