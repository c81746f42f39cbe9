import { bulkFetchResponse } from '@recto/contract/prompt-outputs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { messageOf, presentError } from '../../../platform/http/present-error.ts'
import { sendList } from '../../../platform/http/send-list.ts'
import { serve } from '../../../platform/http/serve.ts'
import { idOf } from './loose-id.ts'
import { presentTogether } from './map-output.ts'
import { preparePromptRuns, type SettledPrompt } from './run-prompts.ts'

export function bulkRunRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, bulkFetchResponse, async (ctx, { actor, params, body, request, reply }) => {
    const start = await preparePromptRuns(ctx, {
      actor,
      projectId: params.tool_id,
      promptIds: body.prompt_ids,
      documentId: body.document_id,
      profileId: idOf('profile_manager', body.profile_manager),
      runId: body.run_id || undefined,
    })
    const present = presentTogether(ctx, actor, { hasContext: false })
    return sendList(reply.status(202), (add) =>
      start(async (settled) => add(await presentSettled(ctx, { present, request }, settled))),
    )
  })
}

type Asked = {
  readonly present: ReturnType<typeof presentTogether>
  readonly request: FastifyRequest
}
type Line = (typeof bulkFetchResponse)['reply']['_output'][number]

/** One line of the reply to a run of several prompts. */
async function presentSettled(
  ctx: Context,
  { present, request }: Asked,
  settled: SettledPrompt,
): Promise<Line> {
  if ('error' in settled) return presentFailure(ctx, request, settled)
  try {
    return bulkFetchResponse.reply.element.parse(await present(settled.row))
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
