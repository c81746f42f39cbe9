import { indexDocument } from '@recto/contract/prompt-documents'
import * as api from '@recto/contract/prompt-outputs'
import type { AcceptedTask } from '@recto/contract/studio-runs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { StatusReply, serve } from '../../../platform/http/serve.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import type { Session } from '../../../platform/session.ts'
import { askForAll, askForIndex, askForPrompt } from './ask-for-runs.ts'
import { awaitOutcome } from './await-outcome.ts'
import { isWide, listDefaultOutputs, listOutputs } from './list-outputs.ts'
import { idOf } from './loose-id.ts'
import { presentFailedPart, presentOutputs } from './map-output.ts'
import { startOrTakeUp } from './start-or-take-up.ts'
import { type Operation, type StartedTask, startRuns, type WantedRun } from './start-runs.ts'

export function runRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.fetchResponse, async (ctx, { actor, params, body, session, request }) => {
    const asked = { actor, projectId: params.tool_id, documentId: body.document_id }
    const promptId = idOf('id', body.id)
    const profileId = idOf('profile_manager', body.profile_manager)
    const wanted = promptId
      ? await askForPrompt(ctx, { ...asked, promptId, profileId })
      : await askForAll(ctx, asked)
    if (wanted.length === 0) return []
    const operation = promptId ? 'fetch_response' : 'single_pass_extraction'
    const task = { ...asked, session, operation, wanted, runId: body.run_id } as const
    return startOrAwait(ctx, request, task)
  })

  serve(app, ctx, api.singlePassExtraction, async (ctx, { actor, params, body, ...asked }) => {
    const { session, request } = asked
    const given = { actor, projectId: params.tool_id, documentId: body.document_id }
    const wanted = await askForAll(ctx, given)
    const operation = 'single_pass_extraction'
    return startOrAwait(ctx, request, { ...given, session, operation, wanted, runId: body.run_id })
  })

  serve(app, ctx, indexDocument, async (ctx, { actor, params, body, session, request }) => {
    const given = { actor, projectId: params.tool_id, documentId: body.document_id }
    const wanted = await askForIndex(ctx, given)
    const asked = { ...given, session, operation: 'index_document', wanted } as const
    const task = await start(ctx, request, asked)
    if (waitsForEvent(request)) return new StatusReply(202, accepted(task))
    const outcome = await awaitOutcome(ctx, actor, task)
    if (!outcome) throw invalid(null, pending.message)
    return { message: 'Document indexed successfully.' }
  })

  serve(app, ctx, api.listPromptOutputs, async (ctx, { actor, query }) => {
    const filter = {
      projectId: query.tool_id,
      promptId: query.prompt_id,
      documentId: query.document_manager,
      profileId: query.profile_manager,
      isSinglePass: query.is_single_pass_extract?.toLowerCase() === 'true',
    }
    const hasContext = !isWide(filter) && query.include_context?.toLowerCase() !== 'false'
    const rows = await listOutputs(ctx, actor, filter)
    return presentOutputs(ctx, tenantOf(ctx, actor), rows, { hasContext })
  })

  serve(app, ctx, api.listDefaultOutputs, async (ctx, { actor, query }) => {
    if (!isUuid(query.tool_id)) throw invalid('tool_id', 'This is not an id.')
    const tellsNulls = query.nulls?.toLowerCase() === 'true'
    const isSinglePass = query.is_single_pass_extract?.toLowerCase() === 'true'
    const { tool_id: projectId, document_manager: documentId } = query
    return listDefaultOutputs(ctx, actor, { projectId, documentId, tellsNulls, isSinglePass })
  })
}

/** The newer browser client marks its requests, and waits for the event instead of the reply. */
export const waitsForEvent = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['x-request-id'] !== undefined

export const accepted = ({ id, runs }: StartedTask): AcceptedTask => ({
  task_id: id,
  run_id: runs[0]?.run_id ?? id,
  status: 'accepted',
})

export const pending: api.Pending = {
  status: 'pending',
  message: 'The run goes on. Ask again in a moment.',
}

type Asked = {
  readonly actor: Actor
  readonly session: Session
  readonly projectId: string
  readonly operation: Operation
  readonly wanted: readonly WantedRun[]
  readonly runId?: string | null | undefined
}

function start(
  ctx: Context,
  request: FastifyRequest,
  { session, runId, ...asked }: Asked,
): Promise<StartedTask> {
  const { logEventsId } = session
  const task = { ...asked, logEventsId, runId: runId || undefined }
  return waitsForEvent(request) ? startRuns(ctx, task) : startOrTakeUp(ctx, task)
}

async function startOrAwait(ctx: Context, request: FastifyRequest, asked: Asked) {
  const task = await start(ctx, request, asked)
  if (waitsForEvent(request)) return accepted(task)
  const outcome = await awaitOutcome(ctx, asked.actor, task)
  if (!outcome) return pending
  const outputs = await presentOutputs(ctx, tenantOf(ctx, asked.actor), outcome.rows)
  return [...outputs, ...outcome.failed.map(presentFailedPart)]
}
