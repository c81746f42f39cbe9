import * as api from '@recto/contract/executions'
import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../platform/context.ts'
import { originOf } from '../../platform/http/origin-of.ts'
import { serve } from '../../platform/http/serve.ts'
import { isFinished } from './await-execution.ts'
import { executeWorkflow } from './execute-workflow.ts'
import { getExecution, getFileExecution } from './get-execution.ts'
import { listExecutions, listFileExecutions } from './list-executions.ts'
import {
  presentExecution,
  presentFileExecution,
  presentPage,
  presentRawExecution,
} from './present-execution.ts'
import { presentResult } from './present-result.ts'

export function executionRoutes(app: FastifyInstance, ctx: Context): void {
  listRoutes(app, ctx)

  serve(app, ctx, api.executeWorkflow, async (ctx, { actor, body, uploads }) => {
    const { workflow_id: workflowId, execution_id: executionId } = body
    const execution = await executeWorkflow(ctx, { actor, workflowId, executionId, uploads })
    const shown = { hasMetadata: true, hasMetrics: true }
    const slug = actor.organization.slug
    return {
      workflow_id: execution.workflow_id,
      execution_id: execution.id,
      execution_status: execution.status,
      log_id: body.log_guid ?? null,
      error: execution.error_message || null,
      result: isFinished(execution)
        ? await presentResult(tenantOf(ctx, actor), { execution, slug, shown })
        : null,
    }
  })

  serve(app, ctx, api.getExecution, async (ctx, { actor, params }) =>
    presentExecution(await getExecution(ctx, { actor, id: params.id })),
  )

  serve(app, ctx, api.getFileResult, async (ctx, { actor, params }) => {
    const file = await getFileExecution(ctx, { actor, id: params.id, fileId: params.file_id })
    const result = (file.result ?? {}) as Record<string, Record<string, unknown> | undefined>
    return {
      file_name: file.file_name,
      status: file.status,
      error: file.error,
      output: result.output ?? null,
      metadata: result.metadata ?? null,
      metrics: result.metrics ?? null,
    }
  })
}

function listRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listExecutions, async (ctx, { actor, query, request }) => {
    const { page, page_size: pageSize, ordering } = query
    const { count, rows } = await listExecutions(ctx, {
      actor,
      page,
      pageSize,
      ordering,
      entity: query.execution_entity,
      statuses: query.status,
      after: query.created_at_after,
      before: query.created_at_before,
    })
    const url = new URL(request.url, originOf(request, ctx.config))
    return presentPage(rows.map(presentExecution), { count, page, pageSize, url })
  })

  serve(app, ctx, api.listRunsOfPipeline, async (ctx, { actor, params, query, request }) => {
    const { page, page_size: pageSize, start_date: after, end_date: before } = query
    const { count, rows } = await listExecutions(ctx, {
      actor,
      page,
      pageSize,
      ordering: '-created_at',
      pipelineId: params.id,
      after,
      before,
    })
    const url = new URL(request.url, originOf(request, ctx.config))
    return presentPage(rows.map(presentRawExecution), { count, page, pageSize, url })
  })

  serve(app, ctx, api.listFileExecutions, async (ctx, { actor, params, query, request }) => {
    const { page, page_size: pageSize, ordering } = query
    const { count, rows } = await listFileExecutions(ctx, {
      actor,
      executionId: params.id,
      page,
      pageSize,
      ordering,
      statuses: query.status,
      name: query.file_name,
    })
    const url = new URL(request.url, originOf(request, ctx.config))
    return presentPage(rows.map(presentFileExecution), { count, page, pageSize, url })
  })
}
