import { previewCall as previewCallEndpoint } from '@recto/contract/workflows/call-previews'
import { getEndpointLists } from '@recto/contract/workflows/line-tables'
import { saveWholeWorkflow as saveWholeWorkflowEndpoint } from '@recto/contract/workflows/whole-workflow'
import * as api from '@recto/contract/workflows/workflows'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { serveFieldDescriptions } from '../../platform/http/describe-fields.ts'
import { getLinkOrigin } from '../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { listOrPage } from '../../platform/list-query.ts'
import { serveSharing } from '../organizations/organizations.port.ts'
import { createWorkflow } from './create-workflow.ts'
import { deleteWorkflow } from './delete-workflow.ts'
import { buildEndpointSchema, buildEndpointSchemaOrEmpty } from './endpoint-settings.ts'
import { findDependents } from './find-dependents.ts'
import { findListPrompts } from './find-list-prompts.ts'
import { getEndpoint } from './get-endpoint.ts'
import { getWorkflow } from './get-workflow.ts'
import { listEndpoints, listEndpointsOfWorkflow } from './list-endpoints.ts'
import { countListedWorkflows, listWorkflows } from './list-workflows.ts'
import {
  presentEndpoint,
  presentEndpoints,
  toEndpointChanges,
  toEndpointFilter,
  toEndpointKind,
  toEndpointRefusal,
} from './map-endpoint.ts'
import { toWholeWorkflow } from './map-whole-workflow.ts'
import {
  presentWorkflow,
  presentWorkflows,
  toNewWorkflow,
  toWorkflowChanges,
  toWorkflowListQuery,
  toWorkflowRefusal,
} from './map-workflow.ts'
import { previewCall } from './preview-call.ts'
import { saveWholeWorkflow } from './save-whole-workflow.ts'
import { toolInstanceRoutes } from './tool-instances/tool-instances.routes.ts'
import { updateEndpoint } from './update-endpoint.ts'
import { updateWorkflow } from './update-workflow.ts'
import { workflowVersionRoutes } from './versions/versions.routes.ts'
import { workflowSharingTarget } from './workflow-sharing.ts'

export function workflowRoutes(app: FastifyInstance, ctx: Context): void {
  endpointRoutes(app, ctx)
  toolInstanceRoutes(app, ctx)
  workflowVersionRoutes(app, ctx)
  serveSharing(app, ctx, workflowSharingTarget)

  registerEndpoint(app, ctx, api.listWorkflows, async (ctx, { actor, query, request }) => {
    const listQuery = toWorkflowListQuery(query)
    return listOrPage({
      page: listQuery.page,
      find: () => listWorkflows(ctx, actor, listQuery),
      count: () => countListedWorkflows(ctx, actor, listQuery),
      present: (workflows) => presentWorkflows(ctx, actor, workflows),
      url: () => new URL(request.url, getLinkOrigin(request, ctx.config)),
    })
  })

  serveFieldDescriptions(app, ctx, api.describeWorkflowFields, {
    ...api.createWorkflow,
    name: 'Workflow',
  })

  registerEndpoint(app, ctx, api.createWorkflow, async (ctx, { actor, body }) => {
    const fields = toNewWorkflow(body)
    const workflow = await createWorkflow(ctx, { actor, ...fields }).catch(toWorkflowRefusal)
    return presentWorkflow(ctx, actor, workflow)
  })

  registerEndpoint(app, ctx, api.getWorkflow, async (ctx, { actor, params }) =>
    presentWorkflow(ctx, actor, await getWorkflow(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, saveWholeWorkflowEndpoint, async (ctx, { actor, body }) => {
    const workflow = await saveWholeWorkflow(ctx, { actor, ...toWholeWorkflow(body) })
      .catch(toWorkflowRefusal)
      .catch(toEndpointRefusal)
    return presentWorkflow(ctx, actor, workflow)
  })

  for (const endpoint of [api.updateWorkflow, api.patchWorkflow]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const changes = { id: params.id, ...toWorkflowChanges(body) }
      const workflow = await updateWorkflow(ctx, { actor, ...changes }).catch(toWorkflowRefusal)
      return presentWorkflow(ctx, actor, workflow)
    })
  }

  registerEndpoint(app, ctx, api.activateWorkflow, async (ctx, { actor, params }) => {
    const workflow = await updateWorkflow(ctx, { actor, id: params.id, isActive: true })
    return presentWorkflow(ctx, actor, workflow)
  })

  registerEndpoint(app, ctx, api.deleteWorkflow, async (ctx, { actor, params, query }) => {
    const withdrawsReviews = query.in_review === 'withdraw'
    await deleteWorkflow(ctx, { actor, id: params.id, withdrawsReviews })
    return undefined
  })

  registerEndpoint(app, ctx, api.canUpdateWorkflow, async (ctx, { actor, params }) => {
    const { deployments, pipelines, inReviewCount } = await findDependents(ctx, {
      actor,
      id: params.id,
    })
    return {
      can_update: deployments.count + pipelines.count === 0,
      api_names: deployments.names,
      api_count: deployments.count,
      pipelines: pipelines.names,
      pipeline_count: pipelines.count,
      in_review_count: inReviewCount,
    }
  })
}

function endpointRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listEndpointsOfWorkflow, async (ctx, { actor, params }) => {
    const endpoints = await listEndpointsOfWorkflow(ctx, { actor, workflowId: params.id })
    return presentEndpoints(ctx, actor, endpoints)
  })

  registerEndpoint(app, ctx, api.listEndpoints, async (ctx, { actor, query }) => {
    const endpoints = await listEndpoints(ctx, { actor, ...toEndpointFilter(query) })
    return presentEndpoints(ctx, actor, endpoints)
  })

  registerEndpoint(app, ctx, api.getEndpoint, async (ctx, { actor, params }) =>
    presentEndpoint(ctx, actor, await getEndpoint(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updateEndpoint, api.patchEndpoint]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const changes = { id: params.id, ...toEndpointChanges(body) }
      const endpointRow = await updateEndpoint(ctx, { actor, ...changes }).catch(toEndpointRefusal)
      return presentEndpoint(ctx, actor, endpointRow)
    })
  }

  registerEndpoint(app, ctx, api.getEndpointSettings, async (ctx, { actor, params }) => {
    const endpoint = await getEndpoint(ctx, { actor, id: params.id })
    return { status: 200 as const, schema: buildEndpointSchema(endpoint) }
  })

  registerEndpoint(app, ctx, getEndpointLists, async (ctx, { actor, params }) => ({
    lists: await findListPrompts(ctx, { actor, id: params.id }),
  }))

  registerEndpoint(app, ctx, previewCallEndpoint, (ctx, { actor, params, body }) =>
    previewCall(ctx, { actor, id: params.id, configuration: body.configuration }),
  )

  registerEndpoint(app, ctx, api.getEndSchema, async (_ctx, { query }) =>
    buildEndpointSchemaOrEmpty(toEndpointKind(query)),
  )
}
