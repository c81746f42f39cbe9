import { getExecutionChecks } from '@recto/contract/checks'
import { listExecutionLogs as listLogs, listLogsOfRun } from '@recto/contract/execution-logs'
import * as api from '@recto/contract/executions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { linkOriginOf } from '../../platform/http/origin-of.ts'
import { serve } from '../../platform/http/serve.ts'
import { presentPage } from '../../platform/present-page.ts'
import { getWorkflow } from '../workflows/workflows.port.ts'
import { rerunFailedFiles, stopExecution } from './change-run.ts'
import { getExecutionChecks as readChecks } from './check-report/get-execution-checks.ts'
import { executeWorkflow } from './execute-workflow.ts'
import { findSentInFile } from './find-sent-in-file.ts'
import { getFileExecution } from './get-execution.ts'
import { fileHistoryRoutes } from './history/file-histories.routes.ts'
import { listExecutionLogs } from './lists/list-execution-logs.ts'
import { listExecutions, listFileExecutions } from './lists/list-executions.ts'
import { lookAtExecution } from './look-at-execution.ts'
import {
  executionFilter,
  pipelineFilter,
  presentExecution,
  presentRawExecution,
  presentWholeExecution,
  presentWorkflowRun,
  workflowRun,
} from './map-execution.ts'
import { logFilter, presentExecutionLog } from './map-execution-log.ts'
import { fileFilter, presentFileExecution, presentFileResult } from './map-file-execution.ts'
import { presentResult } from './present-result.ts'
import { tagRoutes } from './tags/tags.routes.ts'
import { usageRecordRoutes } from './usage/usage-records.routes.ts'

export function executionRoutes(app: FastifyInstance, ctx: Context): void {
  listRoutes(app, ctx)
  fileHistoryRoutes(app, ctx)
  tagRoutes(app, ctx)
  usageRecordRoutes(app, ctx)

  serve(app, ctx, api.executeWorkflow, async (ctx, { actor, session, body, uploads }) => {
    const { execution, outcome } = await executeWorkflow(ctx, {
      actor,
      uploads,
      logEventsId: session.logEventsId,
      ...workflowRun(body),
    })
    const shown = { hasMetadata: true, hasMetrics: true }
    const slug = actor.organization.slug
    const result = outcome ? presentResult(outcome, { slug, shown }) : null
    return presentWorkflowRun({ execution, result, log: body.log_guid })
  })

  serve(app, ctx, api.getExecution, async (ctx, { actor, params }) =>
    presentWholeExecution(await lookAtExecution(ctx, { actor, id: params.id })),
  )

  serve(app, ctx, api.stopExecution, async (ctx, { actor, params }) =>
    presentExecution(await stopExecution(ctx, { actor, id: params.id })),
  )

  serve(app, ctx, api.rerunFailedFiles, async (ctx, { actor, params }) => {
    const { id, total_files } = await rerunFailedFiles(ctx, { actor, id: params.id })
    return { execution_id: id, total_files }
  })

  serve(app, ctx, api.getFileResult, async (ctx, { actor, params }) => {
    const { id, file_id: fileId } = params
    return presentFileResult(await getFileExecution(ctx, { actor, id, fileId }))
  })

  serve(app, ctx, getExecutionChecks, async (ctx, { actor, params, query }) => {
    const { id } = params
    const { counts, files, pageSize } = await readChecks(ctx, { actor, id, page: query.page })
    const results = files.map(({ id, name, checks }) => ({
      ...{ file_id: id, file_name: name, checks: [...checks] },
    }))
    return { ...counts, page_size: pageSize, results }
  })

  serve(app, ctx, api.listSentInFile, (ctx, { actor, params: { id, file_id: fileId } }) =>
    findSentInFile(ctx, { actor, id, fileId }),
  )
}

function listRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listExecutions, async (ctx, { actor, query, request }) => {
    const wanted = executionFilter(query)
    const { count, rows } = await listExecutions(ctx, { actor, ...wanted })
    const url = new URL(request.url, linkOriginOf(request, ctx.config))
    return presentPage(rows.map(presentExecution), { ...wanted, count, url })
  })

  serve(app, ctx, api.listRunsOfPipeline, async (ctx, { actor, params, query, request }) => {
    const wanted = { pipelineId: params.id, ...pipelineFilter(query) }
    const { count, rows } = await listExecutions(ctx, { actor, ...wanted })
    const url = new URL(request.url, linkOriginOf(request, ctx.config))
    return presentPage(rows.map(presentRawExecution), { ...wanted, count, url })
  })

  serve(app, ctx, api.listRunsOfWorkflow, async (ctx, { actor, params, query }) => {
    await getWorkflow(ctx, { actor, id: params.id })
    const newest = { by: 'createdAt', direction: 'desc' } as const
    const window = { page: query.page, pageSize: query.page_size, order: newest }
    const { rows } = await listExecutions(ctx, { actor, workflowId: params.id, ...window })
    return rows.map(presentRawExecution)
  })

  for (const endpoint of [listLogs, listLogsOfRun]) {
    serve(app, ctx, endpoint, async (ctx, { actor, params, query, request }) => {
      const wanted = { executionId: params.id, ...logFilter(query) }
      const { count, rows } = await listExecutionLogs(ctx, { actor, ...wanted })
      const url = new URL(request.url, linkOriginOf(request, ctx.config))
      const { slug } = actor.organization
      const shown = rows.map((row) => presentExecutionLog(row, slug))
      return presentPage(shown, { ...wanted, count, url })
    })
  }

  serve(app, ctx, api.listFileExecutions, async (ctx, { actor, params, query, request }) => {
    const wanted = { executionId: params.id, ...fileFilter(query) }
    const { count, rows } = await listFileExecutions(ctx, { actor, ...wanted })
    const url = new URL(request.url, linkOriginOf(request, ctx.config))
    return presentPage(rows.map(presentFileExecution), { ...wanted, count, url })
  })
}
