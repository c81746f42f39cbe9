import * as api from '@recto/contract/deployments'
import type { FastifyInstance } from 'fastify'
import { conflict } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import { originOf } from '../../platform/http/origin-of.ts'
import { serve } from '../../platform/http/serve.ts'
import { serveSharing } from '../organizations/organizations.port.ts'
import { createDeployment } from './create-deployment.ts'
import { deleteDeployment } from './delete-deployment.ts'
import { addKey, deleteKey, getKey, listKeys, updateKey } from './deployment-keys.ts'
import { sharedDeployments } from './deployment-sharing.ts'
import { getDeployment } from './get-deployment.ts'
import { listDeployments } from './list-deployments.ts'
import {
  deploymentChanges,
  endpointOf,
  newDeployment,
  presentCreated,
  presentDeployment,
  presentDeployments,
  toDeploymentRefusal,
} from './map-deployment.ts'
import { keyFields, presentKey } from './map-deployment-key.ts'
import { postmanCollection } from './postman-collection.ts'
import { publicDeploymentRoutes } from './public.routes.ts'
import { updateDeployment } from './update-deployment.ts'

export function deploymentRoutes(app: FastifyInstance, ctx: Context): void {
  publicDeploymentRoutes(app, ctx)
  keyRoutes(app, ctx)
  collectionRoute(app, ctx)
  serveSharing(app, ctx, sharedDeployments)

  serve(app, ctx, api.listDeployments, async (ctx, { actor, query }) => {
    const deployments = await listDeployments(ctx, { actor, workflowId: query.workflow })
    return presentDeployments(ctx, actor, deployments)
  })

  serve(app, ctx, api.createDeployment, async (ctx, { actor, body }) => {
    const fields = { actor, ...newDeployment(body) }
    const { deployment, key } = await createDeployment(ctx, fields).catch(toDeploymentRefusal)
    const { api_key } = presentKey(ctx, key)
    return presentCreated({ slug: actor.organization.slug, deployment, key: api_key })
  })

  serve(app, ctx, api.getDeployment, async (ctx, { actor, params }) =>
    presentDeployment(ctx, actor, await getDeployment(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updateDeployment, api.patchDeployment]) {
    serve(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const changes = { actor, id: params.id, ...deploymentChanges(body) }
      const deployment = await updateDeployment(ctx, changes).catch(toDeploymentRefusal)
      return presentDeployment(ctx, actor, deployment)
    })
  }

  serve(app, ctx, api.deleteDeployment, async (ctx, { actor, params }) => {
    await deleteDeployment(ctx, { actor, id: params.id })
    return undefined
  })
}

function collectionRoute(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.getPostmanCollection, async (ctx, { actor, params, request, reply }) => {
    const deployment = await getDeployment(ctx, { actor, id: params.id })
    const keys = await listKeys(ctx, { actor, id: params.id })
    const active = keys.find((key) => key.is_active)
    if (!active) throw conflict('The deployment has no active key.')
    const origin = originOf(request, ctx.config)
    const fileName = encodeURIComponent(`${deployment.display_name}.json`)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${fileName}`)
    return postmanCollection({
      name: deployment.display_name,
      address: `${origin}/${endpointOf(actor.organization.slug, deployment)}`,
      key: presentKey(ctx, active).api_key,
    })
  })
}

function keyRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listDeploymentKeys, async (ctx, { actor, params }) => {
    const keys = await listKeys(ctx, { actor, id: params.id })
    return keys.map((key) => presentKey(ctx, key))
  })

  serve(app, ctx, api.createDeploymentKey, async (ctx, { actor, params, body }) => {
    return presentKey(ctx, await addKey(ctx, { actor, id: params.id, ...keyFields(body) }))
  })

  serve(app, ctx, api.createDeploymentKeyByBody, async (ctx, { actor, body }) => {
    return presentKey(ctx, await addKey(ctx, { actor, id: body.api, ...keyFields(body) }))
  })

  serve(app, ctx, api.getDeploymentKey, async (ctx, { actor, params }) =>
    presentKey(ctx, await getKey(ctx, { actor, id: params.id })),
  )

  serve(app, ctx, api.updateDeploymentKey, async (ctx, { actor, params, body }) => {
    return presentKey(ctx, await updateKey(ctx, { actor, id: params.id, ...keyFields(body) }))
  })

  serve(app, ctx, api.deleteDeploymentKey, async (ctx, { actor, params }) => {
    await deleteKey(ctx, { actor, id: params.id })
    return undefined
  })
}
