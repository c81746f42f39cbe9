import { previewDelivery } from '@recto/contract/executions/delivery-preview'
import {
  exportExecutionLogs as exportLogs,
  listExecutionLogs as listLogs,
  listLogsOfRun,
} from '@recto/contract/executions/execution-logs'
import * as api from '@recto/contract/executions/executions'
import { getExecutionChecks } from '@recto/contract/prompt-studio/checks'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { getLinkOrigin } from '../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { presentPage } from '../../platform/wire-format.ts'
import { getWorkflow } from '../workflows/workflows.port.ts'
import { callRoutes } from './calls/calls.routes.ts'
import { rerunFailedFiles, stopExecution } from './change-run.ts'
import { getExecutionChecks as readChecks } from './check-report/get-execution-checks.ts'
import { presentDeliveryPreview } from './delivery-preview/map-delivery-preview.ts'
import { previewDelivery as buildPreview } from './delivery-preview/preview-delivery.ts'
import { executeWorkflow } from './execute-workflow.ts'
import { findSentInFile } from './find-sent-in-file.ts'
import { getFileExecution } from './get-execution.ts'
import { getExecutionDetails } from './get-execution-details.ts'
import { fileHistoryRoutes } from './history/file-histories.routes.ts'
import { exportExecutionLogs, listExecutionLogs } from './lists/list-execution-logs.ts'
import { listExecutions, listFileExecutions } from './lists/list-executions.ts'
import {
  presentExecution,
  presentExecutionDetails,
  presentRawExecution,
  presentWorkflowRun,
  toExecutionFilter,
  toPipelineRunFilter,
  toWorkflowRun,
} from './map-execution.ts'
import { presentExecutionLog, toCsv, toLogFilter, toLogSelection } from './map-execution-log.ts'
import { presentFileExecution, presentFileResult, toFileFilter } from './map-file-execution.ts'
import { presentExecutionResult } from './present-result.ts'
import { tagRoutes } from './tags/tags.routes.ts'
import { usageRecordRoutes } from './usage/usage-records.routes.ts'

export function executionRoutes(app: FastifyInstance, ctx: Context): void {
  listRoutes(app, ctx)
  callRoutes(app, ctx)
  fileHistoryRoutes(app, ctx)
  tagRoutes(app, ctx)
  usageRecordRoutes(app, ctx)

  registerEndpoint(
    app,
    ctx,
    api.executeWorkflow,
    async (ctx, { actor, session, body, uploads }) => {
      const { execution, outcome } = await executeWorkflow(ctx, {
        actor,
        uploads,
        logEventsId: session.logEventsId,
        ...toWorkflowRun(body),
      })
      const parts = { hasMetadata: true, hasMetrics: true }
      const slug = actor.organization.slug
      const result = outcome ? presentExecutionResult(outcome, { slug, parts }) : null
      return presentWorkflowRun({ execution, result, logId: body.log_guid })
    },
  )

  for (const endpoint of [api.getExecution, api.getRunOfWorkflow]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params }) =>
      presentExecutionDetails(await getExecutionDetails(ctx, { actor, id: params.id })),
    )
  }

  registerEndpoint(app, ctx, api.stopExecution, async (ctx, { actor, params }) =>
    presentExecution(await stopExecution(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, api.rerunFailedFiles, async (ctx, { actor, params }) => {
    const { id, total_files } = await rerunFailedFiles(ctx, { actor, id: params.id })
    return { execution_id: id, total_files }
  })

  registerEndpoint(app, ctx, api.getFileResult, async (ctx, { actor, params }) => {
    const { id, file_id: fileId } = params
    return presentFileResult(await getFileExecution(ctx, { actor, id, fileId }))
  })

  registerEndpoint(app, ctx, previewDelivery, async (ctx, { actor, params }) =>
    presentDeliveryPreview(await buildPreview(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, getExecutionChecks, async (ctx, { actor, params, query }) => {
    const { id } = params
    const { counts, files, pageSize } = await readChecks(ctx, { actor, id, page: query.page })
    const results = files.map(({ id, name, path, checks }) => ({
      file_id: id,
      file_name: name,
      file_path: path,
      checks: [...checks],
    }))
    return { ...counts, page_size: pageSize, results }
  })

  registerEndpoint(
    app,
    ctx,
    api.listSentInFile,
    (ctx, { actor, params: { id, file_id: fileId } }) => findSentInFile(ctx, { actor, id, fileId }),
  )
}

function listRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listExecutions, async (ctx, { actor, query, request }) => {
    const filter = toExecutionFilter(query)
    const { count, rows } = await listExecutions(ctx, { actor, ...filter })
    const url = new URL(request.url, getLinkOrigin(request, ctx.config))
    return presentPage(rows.map(presentExecution), { ...filter, count, url })
  })

  registerEndpoint(
    app,
    ctx,
    api.listRunsOfPipeline,
    async (ctx, { actor, params, query, request }) => {
      const filter = { pipelineId: params.id, ...toPipelineRunFilter(query) }
      const { count, rows } = await listExecutions(ctx, { actor, ...filter })
      const url = new URL(request.url, getLinkOrigin(request, ctx.config))
      return presentPage(rows.map(presentRawExecution), { ...filter, count, url })
    },
  )

  registerEndpoint(app, ctx, api.listRunsOfWorkflow, async (ctx, { actor, params, query }) => {
    const newestFirst = { by: 'createdAt', direction: 'desc' } as const
    const pageRequest = { page: query.page, pageSize: query.page_size, order: newestFirst }
    const { rows } = await listExecutions(ctx, { actor, workflowId: params.id, ...pageRequest })
    // Runs of one's own stay visible after the workflow was closed.
    if (rows.length === 0) await getWorkflow(ctx, { actor, id: params.id })
    return rows.map(presentRawExecution)
  })

  registerEndpoint(app, ctx, exportLogs, async (ctx, { actor, params, query, reply }) => {
    const selection = { executionId: params.id, ...toLogSelection(query) }
    const rows = await exportExecutionLogs(ctx, { actor, ...selection })
    const logs = rows.map((row) => presentExecutionLog(row, actor.organization.slug))
    const isCsv = query.file_format === 'csv'
    const name = `logs-${params.id}.${query.file_format}`
    reply.header('content-disposition', `attachment; filename="${name}"`)
    reply.type(isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
    return reply.send(isCsv ? toCsv(logs) : JSON.stringify(logs))
  })

  for (const endpoint of [listLogs, listLogsOfRun]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, query, request }) => {
      const filter = { executionId: params.id, ...toLogFilter(query) }
      const { count, rows } = await listExecutionLogs(ctx, { actor, ...filter })
      const url = new URL(request.url, getLinkOrigin(request, ctx.config))
      const { slug } = actor.organization
      const logs = rows.map((row) => presentExecutionLog(row, slug))
      return presentPage(logs, { ...filter, count, url })
    })
  }

  registerEndpoint(
    app,
    ctx,
    api.listFileExecutions,
    async (ctx, { actor, params, query, request }) => {
      const filter = { executionId: params.id, ...toFileFilter(query) }
      const { count, rows } = await listFileExecutions(ctx, { actor, ...filter })
      const url = new URL(request.url, getLinkOrigin(request, ctx.config))
      return presentPage(rows.map(presentFileExecution), { ...filter, count, url })
    },
  )
}
