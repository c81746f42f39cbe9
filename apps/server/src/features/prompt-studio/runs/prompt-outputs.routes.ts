import { indexDocument } from '@recto/contract/prompt-studio/prompt-documents'
import * as api from '@recto/contract/prompt-studio/prompt-outputs'
import type { AcceptedTask } from '@recto/contract/prompt-studio/studio-runs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { isNewerClient } from '../../../platform/http/is-newer-client.ts'
import { registerEndpoint, StatusReply } from '../../../platform/http/register-endpoint.ts'
import type { Session } from '../../../platform/session.ts'
import { isUuid } from '../../../platform/strings.ts'
import { isUnfiltered, listDefaultOutputs, listLatestOutputs, listOutputs } from './list-outputs.ts'
import { presentOutputs, presentPromptFailure } from './map-output.ts'
import { parseOptionalId } from './parse-optional-id.ts'
import { planIndexing, planPromptRun, planSinglePass } from './plan-runs.ts'
import { awaitTaskOutcome } from './run-and-wait.ts'
import {
  type Operation,
  type RunRequest,
  type StartedTask,
  startOrResumeTask,
  startRuns,
} from './start-runs.ts'

export const pendingReply: api.Pending = {
  status: 'pending',
  message: 'The run is still in progress. Check again in a moment.',
}

export function promptOutputRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(
    app,
    ctx,
    api.fetchResponse,
    async (ctx, { actor, params, body, session, request }) => {
      const target = { actor, projectId: params.tool_id, documentId: body.document_id }
      const promptId = parseOptionalId('id', body.id)
      const profileId = parseOptionalId('profile_manager', body.profile_manager)
      const requests = promptId
        ? await planPromptRun(ctx, { ...target, promptId, profileId })
        : await planSinglePass(ctx, target)
      if (requests.length === 0) return []
      const operation = promptId ? 'fetch_response' : 'single_pass_extraction'
      const task = { ...target, session, operation, requests, runId: body.run_id } as const
      return startAndReply(ctx, request, task)
    },
  )

  registerEndpoint(
    app,
    ctx,
    api.singlePassExtraction,
    async (ctx, { actor, params, body, ...call }) => {
      const { session, request } = call
      const target = { actor, projectId: params.tool_id, documentId: body.document_id }
      const requests = await planSinglePass(ctx, target)
      const operation = 'single_pass_extraction'
      return startAndReply(ctx, request, {
        ...target,
        session,
        operation,
        requests,
        runId: body.run_id,
      })
    },
  )

  registerEndpoint(
    app,
    ctx,
    indexDocument,
    async (ctx, { actor, params, body, session, request }) => {
      const target = { actor, projectId: params.tool_id, documentId: body.document_id }
      const requests = await planIndexing(ctx, target)
      const operation = 'index_document'
      const task = await startTask(ctx, request, { ...target, session, operation, requests })
      if (isNewerClient(request)) return new StatusReply(202, presentAccepted(task))
      const outcome = await awaitTaskOutcome(ctx, actor, task)
      if (!outcome) throw invalid(null, pendingReply.message)
      return { message: 'Document indexed successfully.' }
    },
  )

  registerEndpoint(app, ctx, api.listPromptOutputs, async (ctx, { actor, query }) => {
    const filter = {
      projectId: query.tool_id,
      promptId: query.prompt_id,
      documentId: query.document_manager,
      profileId: query.profile_manager,
      isSinglePass: query.is_single_pass_extract?.toLowerCase() === 'true',
    }
    const hasContext = !isUnfiltered(filter) && query.include_context?.toLowerCase() !== 'false'
    const rows = await listOutputs(ctx, actor, filter)
    return presentOutputs(ctx, tenantOf(ctx, actor), rows, { hasContext })
  })

  registerEndpoint(app, ctx, api.listLatestOutputs, async (ctx, { actor, query }) => {
    const keys = query.prompt_keys?.split(',').map((key) => key.trim())
    return listLatestOutputs(ctx, actor, { projectId: query.tool_id, keys })
  })

  registerEndpoint(app, ctx, api.listDefaultOutputs, async (ctx, { actor, query }) => {
    if (!isUuid(query.tool_id)) throw invalid('tool_id', 'This is not a valid ID.')
    const includesNulls = query.nulls?.toLowerCase() === 'true'
    const isSinglePass = query.is_single_pass_extract?.toLowerCase() === 'true'
    const { tool_id: projectId, document_manager: documentId } = query
    return listDefaultOutputs(ctx, actor, {
      projectId,
      documentId,
      includesNulls,
      isSinglePass,
    })
  })
}

export const presentAccepted = ({ id, runs }: StartedTask): AcceptedTask => ({
  task_id: id,
  run_id: runs[0]?.run_id ?? id,
  status: 'accepted',
})

type TaskRequest = {
  readonly actor: Actor
  readonly session: Session
  readonly projectId: string
  readonly operation: Operation
  readonly requests: readonly RunRequest[]
  readonly runId?: string | null | undefined
}

function startTask(
  ctx: Context,
  request: FastifyRequest,
  { session, runId, ...taskRequest }: TaskRequest,
): Promise<StartedTask> {
  const { logEventsId } = session
  const task = { ...taskRequest, logEventsId, runId: runId || undefined }
  return isNewerClient(request) ? startRuns(ctx, task) : startOrResumeTask(ctx, task)
}

async function startAndReply(ctx: Context, request: FastifyRequest, taskRequest: TaskRequest) {
  const task = await startTask(ctx, request, taskRequest)
  if (isNewerClient(request)) return presentAccepted(task)
  const outcome = await awaitTaskOutcome(ctx, taskRequest.actor, task)
  if (!outcome) return new StatusReply(202, pendingReply, { isFinal: false })
  const outputs = await presentOutputs(ctx, tenantOf(ctx, taskRequest.actor), outcome.rows)
  return [...outputs, ...outcome.failures.map(presentPromptFailure)]
}
