import * as api from '@recto/contract/workflows/workflow-versions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentWorkflowVersions } from './present-workflow-versions.ts'
import { compareWithLive, listVersions, publishWorkflow, viewVersion } from './publish-workflow.ts'
import { rollBackWorkflow } from './roll-back-workflow.ts'

export function workflowVersionRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listWorkflowVersions, async (ctx, { actor, params }) => {
    const { live, rows } = await listVersions(ctx, { actor, id: params.id })
    return presentWorkflowVersions(ctx, actor, rows, live)
  })

  registerEndpoint(app, ctx, api.compareWorkflow, async (ctx, { actor, params }) => ({
    changes: [...(await compareWithLive(ctx, { actor, id: params.id }))],
  }))

  registerEndpoint(app, ctx, api.getWorkflowVersion, async (ctx, { actor, params }) => {
    const { id, version } = params
    const { live, row, settings } = await viewVersion(ctx, { actor, id, version })
    const [wireVersion] = await presentWorkflowVersions(ctx, actor, [row], live)
    return {
      ...(wireVersion as api.WorkflowVersion),
      settings: settings.map(({ field, before: liveValue, after: value }) => ({
        field,
        value,
        live: live === null ? null : liveValue,
      })),
    }
  })

  registerEndpoint(app, ctx, api.publishWorkflow, async (ctx, { actor, params }) => {
    const row = await publishWorkflow(ctx, { actor, id: params.id })
    const [version] = await presentWorkflowVersions(ctx, actor, [row], row.version)
    return version as api.WorkflowVersion
  })

  registerEndpoint(app, ctx, api.rollBackWorkflow, async (ctx, { actor, params }) => {
    const row = await rollBackWorkflow(ctx, { actor, id: params.id, version: params.version })
    const [version] = await presentWorkflowVersions(ctx, actor, [row], row.version)
    return version as api.WorkflowVersion
  })
}
