import { bulkFetchResponse } from '@recto/contract/prompt-outputs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { messageOf, presentError } from '../../../platform/http/present-error.ts'
import { sendList } from '../../../platform/http/send-list.ts'
import { serve } from '../../../platform/http/serve.ts'
import type { EndedRun } from '../queue/await-runs.ts'
import { awaitTask } from '../queue/await-task.ts'
import { outcomeOfRun, type RunOutputs } from '../queue/outcome-of-run.ts'
import { askForPrompts } from './ask-for-runs.ts'
import { idOf } from './loose-id.ts'
import { presentTogether } from './map-output.ts'
import { accepted, pending, waitsForEvent } from './runs.routes.ts'
import { startOrTakeUp } from './start-or-take-up.ts'
import { type StartedTask, startRuns } from './start-runs.ts'

export function bulkRunRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, bulkFetchResponse, async (ctx, { actor, session, ...asked }) => {
    const { params, body, request, reply } = asked
    const projectId = params.tool_id
    const wanted = await askForPrompts(ctx, {
      actor,
      projectId,
      promptIds: body.prompt_ids,
      documentIds: [body.document_id],
      profileIds: [idOf('profile_manager', body.profile_manager)],
    })
    if (wanted.length === 0) return []
    const start = waitsForEvent(request) ? startRuns : startOrTakeUp
    const task = await start(ctx, {
      actor,
      projectId,
      operation: 'fetch_response',
      logEventsId: session.logEventsId,
      runId: body.run_id || undefined,
      wanted,
    })
    if (waitsForEvent(request)) return accepted(task)
    const present = presentTogether(ctx, tenantOf(ctx, actor), { hasContext: false })
    return sendList(reply.status(202), (add) =>
      awaitEach(ctx, actor, task, async (settled) =>
        add(await presentSettled(ctx, { present, request }, settled)),
      ),
    )
  })
}

type SettledPrompt =
  | { readonly promptId: string; readonly row: RunOutputs[number] }
  | { readonly promptId: string; readonly error: unknown }

/** Tells of each run when it has ended; of those that have not when this process ends, that they go on. */
async function awaitEach(
  ctx: Context,
  actor: Actor,
  { id: taskId, runs }: StartedTask,
  onSettled: (settled: SettledPrompt) => Promise<void>,
): Promise<void> {
  const tenant = tenantOf(ctx, actor)
  const open = new Map(runs.map(({ id, prompt_id }) => [id, prompt_id ?? '']))
  const settling: Promise<void>[] = []
  const settle = async (ended: EndedRun, promptId: string) => {
    const [row] = await outcomeOfRun(tenant, ended)
    return row ? { promptId, row } : { promptId, error: conflict('There is no output.') }
  }
  const onEnded = async (ended: EndedRun) => {
    const promptId = open.get(ended.id) ?? ''
    open.delete(ended.id)
    const settled = settle(ended, promptId).catch((error: unknown) => ({ promptId, error }))
    settling.push(settled.then(onSettled))
  }
  await awaitTask(ctx, tenant, { taskId, ids: [...open.keys()], onEnded })
  await Promise.all(settling)
  for (const promptId of open.values()) {
    await onSettled({ promptId, error: conflict(pending.message) })
  }
}

type Asked = {
  readonly present: ReturnType<typeof presentTogether>
  readonly request: FastifyRequest
}
const Lines = bulkFetchResponse.reply.options[0]
type Line = (typeof Lines)['_output'][number]

/** One line of the reply to a run of several prompts. */
async function presentSettled(
  ctx: Context,
  { present, request }: Asked,
  settled: SettledPrompt,
): Promise<Line> {
  if ('error' in settled) return presentFailure(ctx, request, settled)
  try {
    return Lines.element.parse(await present(settled.row))
  } catch (error) {
    return presentFailure(ctx, request, { ...settled, error })
  }
}

function presentFailure(
  { log }: Context,
  { id, routeOptions }: FastifyRequest,
  { promptId, error }: { readonly promptId: string; readonly error: unknown },
): Line {
  const refusal = presentError(error)
  if (!refusal) log.error({ err: error, requestId: id, path: routeOptions.url }, 'unexpected')
  const reason = refusal ? messageOf(refusal.body) : `Something went wrong (${id}).`
  return { prompt_id: promptId, status: 'failed', error: reason }
}
