import * as api from '@recto/contract/deployments/global-deployment-keys'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentFullScriptKey } from '../../organizations/organizations.port.ts'
import { listDeployments } from '../list-deployments.ts'
import {
  changeGlobalKey,
  deleteGlobalKey,
  getGlobalKey,
  listGlobalKeys,
  makeGlobalKey,
  rotateGlobalKey,
} from './global-keys.ts'
import { openedBy, presentGlobalKeys, presentOpened, toGlobalKeyRefusal } from './map-global-key.ts'

export function globalKeyRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listGlobalDeploymentKeys, async (ctx, { actor }) =>
    presentGlobalKeys(ctx, actor, await listGlobalKeys(ctx, actor)),
  )

  registerEndpoint(app, ctx, api.createGlobalDeploymentKey, async (ctx, { actor, body }) => {
    const { name, description } = body
    const fields = { actor, name, description, ...openedBy(body) }
    return presentFullScriptKey(ctx, await makeGlobalKey(ctx, fields).catch(toGlobalKeyRefusal))
  })

  registerEndpoint(app, ctx, api.getGlobalDeploymentKey, async (ctx, { actor, params }) =>
    presentFullScriptKey(ctx, await getGlobalKey(ctx, { actor, id: params.id })),
  )

  registerEndpoint(
    app,
    ctx,
    api.changeGlobalDeploymentKey,
    async (ctx, { actor, params, body }) => {
      const { description, is_active: isActive } = body
      const changes = { actor, id: params.id, description, isActive, ...openedBy(body) }
      const updatedGlobalKey = await changeGlobalKey(ctx, changes).catch(toGlobalKeyRefusal)
      const [presentedKey] = await presentGlobalKeys(ctx, actor, [updatedGlobalKey])
      return presentedKey as api.GlobalDeploymentKey
    },
  )

  registerEndpoint(app, ctx, api.deleteGlobalDeploymentKey, async (ctx, { actor, params }) => {
    await deleteGlobalKey(ctx, { actor, id: params.id })
    return undefined
  })

  registerEndpoint(app, ctx, api.rotateGlobalDeploymentKey, async (ctx, { actor, params }) =>
    presentFullScriptKey(ctx, await rotateGlobalKey(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, api.listOpenableDeployments, async (ctx, { actor }) =>
    (await listDeployments(ctx, actor)).map(presentOpened),
  )
}
