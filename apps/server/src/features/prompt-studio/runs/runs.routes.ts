import * as api from '@recto/contract/prompt-outputs'
import type { FastifyInstance } from 'fastify'
import { invalid } from '../../../platform/app-error.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { isWide, listDefaultOutputs, listOutputs } from './list-outputs.ts'
import { idOf } from './loose-id.ts'
import { presentOutputs } from './map-output.ts'
import { runAllPrompts } from './run-all-prompts.ts'
import { runPrompt } from './run-prompt.ts'

export function runRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.fetchResponse, async (ctx, { actor, params, body }) => {
    const asked = {
      actor,
      projectId: params.tool_id,
      documentId: body.document_id,
      runId: body.run_id || undefined,
    }
    const promptId = idOf('id', body.id)
    if (!promptId) return presentAll(ctx, actor, await runAllPrompts(ctx, asked))
    const profileId = idOf('profile_manager', body.profile_manager)
    const row = await runPrompt(ctx, { ...asked, promptId, profileId })
    return presentOutputs(ctx, actor, [row])
  })

  serve(app, ctx, api.singlePassExtraction, async (ctx, { actor, params, body }) => {
    const run = await runAllPrompts(ctx, {
      actor,
      projectId: params.tool_id,
      documentId: body.document_id,
      runId: body.run_id || undefined,
    })
    return presentAll(ctx, actor, run)
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
    return presentOutputs(ctx, actor, await listOutputs(ctx, actor, filter), { hasContext })
  })

  serve(app, ctx, api.listDefaultOutputs, async (ctx, { actor, query }) => {
    if (!isUuid(query.tool_id)) throw invalid('tool_id', 'This is not an id.')
    const wanted = { projectId: query.tool_id, documentId: query.document_manager }
    return listDefaultOutputs(ctx, actor, wanted)
  })
}

/** Clients leave out lines without a document. */
async function presentAll(
  ctx: Context,
  actor: Actor,
  { rows, failed }: Awaited<ReturnType<typeof runAllPrompts>>,
) {
  const outputs = await presentOutputs(ctx, actor, rows)
  const failures = failed.map(({ promptId: prompt_id, reason: error }) => ({
    ...{ prompt_id, error },
    status: 'failed' as const,
  }))
  return [...outputs, ...failures]
}
