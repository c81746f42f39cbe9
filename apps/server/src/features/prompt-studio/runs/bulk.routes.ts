import { bulkFetchResponse } from '@recto/contract/prompt-studio/prompt-outputs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { readIdempotencyKey } from '../../../platform/http/idempotency-key.ts'
import { isNewerClient } from '../../../platform/http/is-newer-client.ts'
import { presentError, toErrorMessage } from '../../../platform/http/present-error.ts'
import { registerEndpoint, StatusReply } from '../../../platform/http/register-endpoint.ts'
import { streamJsonList } from '../../../platform/http/stream-json-list.ts'
import { awaitTask, type EndedRun } from '../queue/await-runs.ts'
import { getRunOutputs, type RunOutputs } from '../queue/run-outcome.ts'
import { endEmptyTask } from './end-empty-task.ts'
import { createOutputPresenter, type OutputPresenter } from './map-output.ts'
import { parseOptionalId } from './parse-optional-id.ts'
import { planPromptRuns } from './plan-runs.ts'
import { pendingReply, presentAccepted } from './prompt-outputs.routes.ts'
import { type StartedTask, startOrResumeTask, startRuns } from './start-runs.ts'

export function bulkRunRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, bulkFetchResponse, async (ctx, { actor, session, ...call }) => {
    const { params, body, request: httpRequest, reply } = call
    const projectId = params.tool_id
    const profileId = parseOptionalId('profile_manager', body.profile_manager)
    const requests = await planPromptRuns(ctx, {
      actor,
      projectId,
      promptIds: body.prompt_ids,
      documentIds: [body.document_id],
      profileIds: [profileId],
    })
    const { logEventsId } = session
    const { prompt_ids: promptIds, document_id: documentId } = body
    const request = {
      actor,
      projectId,
      operation: 'fetch_response',
      logEventsId,
      promptIds,
    } as const
    if (requests.length === 0) {
      if (!isNewerClient(httpRequest)) return []
      return presentAccepted(await endEmptyTask(ctx, { ...request, documentId, profileId }))
    }
    const start = isNewerClient(httpRequest) ? startRuns : startOrResumeTask
    const task = await start(ctx, { ...request, runId: body.run_id || undefined, requests })
    if (isNewerClient(httpRequest)) return presentAccepted(task)
    return replyWithOutcomes(ctx, { actor, task, request: httpRequest, reply })
  })
}

type TaskReply = {
  readonly actor: Actor
  readonly task: StartedTask
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Sends each row when it is there; all at once if the reply must be stored, so that it can be repeated. */
async function replyWithOutcomes(ctx: Context, { actor, task, request, reply }: TaskReply) {
  const present = createOutputPresenter(ctx, tenantOf(ctx, actor), { hasContext: false })
  const addOutcomes = (add: (row: Row) => void) =>
    forEachOutcome(ctx, actor, task, async (promptOutcome) =>
      add(await presentOutcome(ctx, { present, request }, promptOutcome)),
    )
  if (readIdempotencyKey(request) !== undefined) {
    const rows: Row[] = []
    const isFinal = await addOutcomes((row) => rows.push(row))
    return new StatusReply(202, rows, { isFinal })
  }
  return streamJsonList(reply.status(202), async (add) => {
    await addOutcomes(add)
  })
}

type PromptOutcome =
  | { readonly promptId: string; readonly row: RunOutputs[number] }
  | { readonly promptId: string; readonly error: unknown }

/**
 * Reports each run when it has ended. When this process shuts down, it reports the other runs as
 * pending. Returns whether none was.
 */
async function forEachOutcome(
  ctx: Context,
  actor: Actor,
  { id: taskId, runs }: StartedTask,
  onOutcome: (outcome: PromptOutcome) => Promise<void>,
): Promise<boolean> {
  const tenant = tenantOf(ctx, actor)
  const pendingPromptIds = new Map(runs.map(({ id, prompt_id }) => [id, prompt_id ?? '']))
  const handlers: Promise<void>[] = []
  const loadOutcome = async (endedRun: EndedRun, promptId: string) => {
    const [row] = await getRunOutputs(tenant, endedRun)
    return row ? { promptId, row } : { promptId, error: conflict('The run has no output.') }
  }
  const onEnded = async (endedRun: EndedRun) => {
    const promptId = pendingPromptIds.get(endedRun.id) ?? ''
    pendingPromptIds.delete(endedRun.id)
    const outcome = loadOutcome(endedRun, promptId).catch((error: unknown) => ({ promptId, error }))
    handlers.push(outcome.then(onOutcome))
  }
  await awaitTask(ctx, tenant, { taskId, ids: [...pendingPromptIds.keys()], onEnded })
  await Promise.all(handlers)
  for (const promptId of pendingPromptIds.values()) {
    await onOutcome({ promptId, error: conflict(pendingReply.message) })
  }
  return pendingPromptIds.size === 0
}

type ReplyContext = {
  readonly present: OutputPresenter
  readonly request: FastifyRequest
}
const Rows = bulkFetchResponse.reply.options[0]
type Row = (typeof Rows)['_output'][number]

/** Presents one row of the reply. */
async function presentOutcome(
  ctx: Context,
  { present, request }: ReplyContext,
  outcome: PromptOutcome,
): Promise<Row> {
  if ('error' in outcome) return presentFailure(ctx, request, outcome)
  try {
    return Rows.element.parse(await present(outcome.row))
  } catch (error) {
    return presentFailure(ctx, request, { ...outcome, error })
  }
}

function presentFailure(
  { log }: Context,
  { id, routeOptions }: FastifyRequest,
  { promptId, error }: { readonly promptId: string; readonly error: unknown },
): Row {
  const refusal = presentError(error)
  if (!refusal) log.error({ err: error, requestId: id, path: routeOptions.url }, 'unexpected')
  const reason = refusal ? toErrorMessage(refusal.body) : `Something went wrong (${id}).`
  return { prompt_id: promptId, status: 'failed', error: reason }
}
