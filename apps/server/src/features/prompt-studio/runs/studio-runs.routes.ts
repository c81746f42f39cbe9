import * as api from '@recto/contract/prompt-studio/studio-runs'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint, StatusReply } from '../../../platform/http/register-endpoint.ts'
import { cancelRuns } from '../queue/cancel-runs.ts'
import { listProjectRuns } from '../queue/list-project-runs.ts'
import { presentStudioRun } from '../queue/map-run.ts'
import { findTaskState } from '../queue/task-state.ts'
import { estimateRuns } from './estimate-runs.ts'
import { planPromptRuns, planSinglePasses } from './plan-runs.ts'
import { startRuns } from './start-runs.ts'

export function studioRunRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.startRuns, async (ctx, { actor, session, params, body }) => {
    const projectId = params.tool_id
    const requests = await planPromptRuns(ctx, {
      actor,
      projectId,
      promptIds: body.prompt_ids,
      documentIds: body.document_ids,
      profileIds: body.profile_ids,
    })
    if (requests.length === 0) return { runs: [] }
    const { logEventsId } = session
    const operation = 'fetch_response'
    const { runs } = await startRuns(ctx, { actor, projectId, operation, logEventsId, requests })
    return { runs: runs.map(presentStudioRun) }
  })

  registerEndpoint(app, ctx, api.estimateRuns, async (ctx, { actor, params, body }) => {
    const estimates = await estimateRuns(ctx, {
      actor,
      projectId: params.tool_id,
      promptIds: body.prompt_ids,
      documentIds: body.document_ids,
      profileIds: body.profile_ids,
    })
    return {
      profiles: estimates.map(({ profileId, values, tokens, dollars, measuredValues }) => ({
        profile_id: profileId,
        values,
        tokens: Math.round(tokens),
        cost_in_dollars: dollars,
        known: measuredValues,
      })),
    }
  })

  registerEndpoint(app, ctx, api.startPasses, async (ctx, { actor, session, params, body }) => {
    const projectId = params.tool_id
    const requests = await planSinglePasses(ctx, {
      actor,
      projectId,
      documentIds: body.document_ids,
    })
    const { logEventsId } = session
    const operation = 'single_pass_extraction'
    const { runs } = await startRuns(ctx, { actor, projectId, operation, logEventsId, requests })
    return { runs: runs.map(presentStudioRun) }
  })

  registerEndpoint(app, ctx, api.listRuns, async (ctx, { actor, params }) => {
    const runs = await listProjectRuns(ctx, { actor, projectId: params.tool_id })
    return { runs: runs.map(presentStudioRun) }
  })

  registerEndpoint(app, ctx, api.cancelRuns, async (ctx, { actor, params, body }) => {
    const request = { actor, projectId: params.tool_id, runIds: body.run_ids }
    return { runs: (await cancelRuns(ctx, request)).map(presentStudioRun) }
  })

  registerEndpoint(app, ctx, api.taskStatus, async (ctx, { actor, params }) => {
    const { tool_id: projectId, task_id: taskId } = params
    const state = await findTaskState(ctx, { actor, projectId, taskId })
    const body = { task_id: taskId, ...state }
    return state.status === 'failed' ? new StatusReply(500, body) : body
  })
}
