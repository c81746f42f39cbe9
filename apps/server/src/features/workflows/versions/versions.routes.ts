import * as api from '@recto/contract/workflow-versions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentVersions } from './present-versions.ts'
import { compareWithLive, listVersions, publishWorkflow, rollBack } from './publish-workflow.ts'

export function workflowVersionRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listWorkflowVersions, async (ctx, { actor, params }) => {
    const { live, rows } = await listVersions(ctx, { actor, id: params.id })
    return presentVersions(ctx, actor, rows, live)
  })

  serve(app, ctx, api.compareWorkflow, async (ctx, { actor, params }) => ({
    changes: [...(await compareWithLive(ctx, { actor, id: params.id }))],
  }))

  serve(app, ctx, api.publishWorkflow, async (ctx, { actor, params }) => {
    const row = await publishWorkflow(ctx, { actor, id: params.id })
    const [shown] = await presentVersions(ctx, actor, [row], row.version)
    return shown as api.WorkflowVersion
  })

  serve(app, ctx, api.rollBackWorkflow, async (ctx, { actor, params }) => {
    const row = await rollBack(ctx, { actor, id: params.id, version: params.version })
    const [shown] = await presentVersions(ctx, actor, [row], row.version)
    return shown as api.WorkflowVersion
  })
}
