import {
  getDeploymentUsage,
  listDeploymentsOfProject,
} from '@recto/contract/deployments/deployment-usage'
import * as api from '@recto/contract/deployments/deployments'
import type { FastifyInstance } from 'fastify'
import { conflict } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import { serveFieldDescriptions } from '../../platform/http/describe-fields.ts'
import { getLinkOrigin, getPublicOrigin } from '../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { listOrPage } from '../../platform/list-query.ts'
import { serveSharing } from '../organizations/organizations.port.ts'
import { createDeployment } from './create-deployment.ts'
import { deleteDeployment } from './delete-deployment.ts'
import { addKey, deleteKey, getKey, listKeys, updateKey } from './deployment-keys.ts'
import { sharedDeployments } from './deployment-sharing.ts'
import { deploymentsOfProject, isDeployed } from './find-deployment-usage.ts'
import { getDeployment } from './get-deployment.ts'
import { globalKeyRoutes } from './global-keys/global-keys.routes.ts'
import { countListedDeployments, listDeployments } from './list-deployments.ts'
import { llamaExtractRoutes } from './llama-extract/llama-extract.routes.ts'
import {
  deploymentChanges,
  deploymentEndpointOf,
  newDeployment,
  presentCreated,
  presentDeployment,
  presentDeploymentUsage,
  toDeploymentRefusal,
} from './map-deployment.ts'
import { keyFields, presentDeploymentKey } from './map-deployment-key.ts'
import { presentList, toDeploymentListQuery } from './map-deployment-list.ts'
import { mcpRoutes } from './mcp/mcp.routes.ts'
import { buildDeploymentCollection } from './postman-collection.ts'
import { publicDeploymentRoutes } from './public.routes.ts'
import { updateDeployment } from './update-deployment.ts'

export function deploymentRoutes(app: FastifyInstance, ctx: Context): void {
  publicDeploymentRoutes(app, ctx)
  keyRoutes(app, ctx)
  globalKeyRoutes(app, ctx)
  mcpRoutes(app, ctx)
  llamaExtractRoutes(app, ctx)
  collectionRoute(app, ctx)
  serveSharing(app, ctx, sharedDeployments)

  registerEndpoint(app, ctx, api.listDeployments, async (ctx, { actor, query, request }) => {
    const listQuery = toDeploymentListQuery(query)
    return listOrPage({
      page: listQuery.page,
      find: () => listDeployments(ctx, actor, listQuery),
      count: () => countListedDeployments(ctx, actor, listQuery),
      present: (deployments) =>
        presentList(ctx, actor, deployments, { hasRuns: listQuery.page !== undefined }),
      url: () => new URL(request.url, getLinkOrigin(request, ctx.config)),
    })
  })

  registerEndpoint(app, ctx, getDeploymentUsage, async (ctx, { actor, params }) =>
    presentDeploymentUsage(await isDeployed(ctx, { actor, projectId: params.tool_id })),
  )

  registerEndpoint(app, ctx, listDeploymentsOfProject, async (ctx, { actor, query }) => {
    const deployments = await deploymentsOfProject(ctx, { actor, projectId: query.tool_id })
    return presentList(ctx, actor, deployments, { hasRuns: true })
  })

  serveFieldDescriptions(app, ctx, api.describeDeploymentFields, {
    ...api.createDeployment,
    name: 'API Deployment',
  })

  registerEndpoint(app, ctx, api.createDeployment, async (ctx, { actor, body }) => {
    const fields = { actor, ...newDeployment(body) }
    const { deployment, key } = await createDeployment(ctx, fields).catch(toDeploymentRefusal)
    const { api_key } = presentDeploymentKey(ctx, key)
    return presentCreated({ slug: actor.organization.slug, deployment, key: api_key })
  })

  registerEndpoint(app, ctx, api.getDeployment, async (ctx, { actor, params }) =>
    presentDeployment(ctx, actor, await getDeployment(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updateDeployment, api.patchDeployment]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const changes = { actor, id: params.id, ...deploymentChanges(body) }
      const deployment = await updateDeployment(ctx, changes).catch(toDeploymentRefusal)
      return presentDeployment(ctx, actor, deployment)
    })
  }

  registerEndpoint(app, ctx, api.deleteDeployment, async (ctx, { actor, params }) => {
    await deleteDeployment(ctx, { actor, id: params.id })
    return undefined
  })
}

function collectionRoute(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(
    app,
    ctx,
    api.getPostmanCollection,
    async (ctx, { actor, params, request, reply }) => {
      const deployment = await getDeployment(ctx, { actor, id: params.id })
      const owner = deploymentNamed(params.id)
      const keys = await listKeys(ctx, { actor, owner })
      const active = keys.find((key) => key.is_active)
      if (!active) throw conflict('The deployment has no active key.')
      const origin = getPublicOrigin(request, ctx.config)
      const fileName = encodeURIComponent(`${deployment.display_name}.json`)
      reply.header('content-disposition', `attachment; filename*=UTF-8''${fileName}`)
      return buildDeploymentCollection({
        name: deployment.display_name,
        address: `${origin}/${deploymentEndpointOf(actor.organization.slug, deployment)}`,
        key: presentDeploymentKey(ctx, active).api_key,
      })
    },
  )
}

const deploymentNamed = (id: string) => ({ kind: 'deployment', id }) as const

function keyRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listDeploymentKeys, async (ctx, { actor, params }) => {
    const keys = await listKeys(ctx, { actor, owner: deploymentNamed(params.id) })
    return keys.map((key) => presentDeploymentKey(ctx, key))
  })

  registerEndpoint(app, ctx, api.createDeploymentKey, async (ctx, { actor, params, body }) => {
    const owner = deploymentNamed(params.id)
    return presentDeploymentKey(ctx, await addKey(ctx, { actor, owner, ...keyFields(body) }))
  })

  registerEndpoint(app, ctx, api.createDeploymentKeyByBody, async (ctx, { actor, body }) => {
    const owner = deploymentNamed(body.api)
    return presentDeploymentKey(ctx, await addKey(ctx, { actor, owner, ...keyFields(body) }))
  })

  registerEndpoint(app, ctx, api.getDeploymentKey, async (ctx, { actor, params }) =>
    presentDeploymentKey(ctx, await getKey(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, api.updateDeploymentKey, async (ctx, { actor, params, body }) => {
    return presentDeploymentKey(
      ctx,
      await updateKey(ctx, { actor, id: params.id, ...keyFields(body) }),
    )
  })

  registerEndpoint(app, ctx, api.deleteDeploymentKey, async (ctx, { actor, params }) => {
    await deleteKey(ctx, { actor, id: params.id })
    return undefined
  })
}
