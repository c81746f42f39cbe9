import * as api from '@recto/contract/workflows'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { linkOriginOf } from '../../platform/http/origin-of.ts'
import { serve } from '../../platform/http/serve.ts'
import { listOrPage } from '../../platform/wanted-list.ts'
import { serveSharing } from '../organizations/organizations.port.ts'
import { createWorkflow } from './create-workflow.ts'
import { deleteWorkflow } from './delete-workflow.ts'
import { drawnEnd, endSettingsSchema } from './end-settings.ts'
import { findDependants } from './find-dependants.ts'
import { getEndpoint } from './get-endpoint.ts'
import { getWorkflow } from './get-workflow.ts'
import { listEndpoints, listEndpointsOf } from './list-endpoints.ts'
import { countListedWorkflows, listWorkflows } from './list-workflows.ts'
import {
  endOf,
  endpointChanges,
  endpointFilter,
  presentEndpoint,
  toEndpointRefusal,
} from './map-endpoint.ts'
import {
  newWorkflow,
  presentWorkflow,
  presentWorkflows,
  toWorkflowRefusal,
  wantedWorkflows,
  workflowChanges,
} from './map-workflow.ts'
import { toolInstanceRoutes } from './tool-instances/tool-instances.routes.ts'
import { updateEndpoint } from './update-endpoint.ts'
import { updateWorkflow } from './update-workflow.ts'
import { workflowVersionRoutes } from './versions/versions.routes.ts'
import { sharedWorkflows } from './workflow-sharing.ts'

export function workflowRoutes(app: FastifyInstance, ctx: Context): void {
  endpointRoutes(app, ctx)
  toolInstanceRoutes(app, ctx)
  workflowVersionRoutes(app, ctx)
  serveSharing(app, ctx, sharedWorkflows)

  serve(app, ctx, api.listWorkflows, async (ctx, { actor, query, request }) => {
    const wanted = wantedWorkflows(query)
    return listOrPage({
      window: wanted.window,
      find: () => listWorkflows(ctx, actor, wanted),
      count: () => countListedWorkflows(ctx, actor, wanted),
      present: (workflows) => presentWorkflows(ctx, actor, workflows),
      url: () => new URL(request.url, linkOriginOf(request, ctx.config)),
    })
  })

  serve(app, ctx, api.createWorkflow, async (ctx, { actor, body }) => {
    const fields = newWorkflow(body)
    const workflow = await createWorkflow(ctx, { actor, ...fields }).catch(toWorkflowRefusal)
    return presentWorkflow(ctx, actor, workflow)
  })

  serve(app, ctx, api.getWorkflow, async (ctx, { actor, params }) =>
    presentWorkflow(ctx, actor, await getWorkflow(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updateWorkflow, api.patchWorkflow]) {
    serve(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const changes = { id: params.id, ...workflowChanges(body) }
      const workflow = await updateWorkflow(ctx, { actor, ...changes }).catch(toWorkflowRefusal)
      return presentWorkflow(ctx, actor, workflow)
    })
  }

  serve(app, ctx, api.activateWorkflow, async (ctx, { actor, params }) => {
    const workflow = await updateWorkflow(ctx, { actor, id: params.id, isActive: true })
    return presentWorkflow(ctx, actor, workflow)
  })

  serve(app, ctx, api.deleteWorkflow, async (ctx, { actor, params }) => {
    await deleteWorkflow(ctx, { actor, id: params.id })
    return undefined
  })

  serve(app, ctx, api.canUpdateWorkflow, async (ctx, { actor, params }) => {
    const { deployments, pipelines } = await findDependants(ctx, { actor, id: params.id })
    return {
      can_update: deployments.length + pipelines.length === 0,
      api_names: deployments,
      api_count: deployments.length,
      pipelines,
      pipeline_count: pipelines.length,
    }
  })
}

function endpointRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listEndpointsOfWorkflow, async (ctx, { actor, params }) => {
    const endpoints = await listEndpointsOf(ctx, { actor, workflowId: params.id })
    return endpoints.map(presentEndpoint)
  })

  serve(app, ctx, api.listEndpoints, async (ctx, { actor, query }) => {
    const endpoints = await listEndpoints(ctx, { actor, ...endpointFilter(query) })
    return endpoints.map(presentEndpoint)
  })

  serve(app, ctx, api.getEndpoint, async (ctx, { actor, params }) =>
    presentEndpoint(await getEndpoint(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updateEndpoint, api.patchEndpoint]) {
    serve(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const changes = { id: params.id, ...endpointChanges(body) }
      const changed = await updateEndpoint(ctx, { actor, ...changes }).catch(toEndpointRefusal)
      return presentEndpoint(changed)
    })
  }

  serve(app, ctx, api.getEndpointSettings, async (ctx, { actor, params }) => {
    const endpoint = await getEndpoint(ctx, { actor, id: params.id })
    return { status: 200 as const, schema: endSettingsSchema(endpoint) }
  })

  serve(app, ctx, api.getEndSchema, async (_ctx, { query }) => drawnEnd(endOf(query)))
}
