import * as api from '@recto/contract/truths'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentTruths, toTruthRefusal } from './map-truth.ts'
import { scoreOutputs } from './score-outputs.ts'
import { deleteTruth, listTruths, saveTruth } from './truths.ts'

export function truthRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listTruths, async (ctx, { actor, params }) =>
    presentTruths(ctx, actor, await listTruths(ctx, { actor, projectId: params.tool_id })),
  )

  serve(app, ctx, api.saveTruth, async (ctx, { actor, params, body }) => {
    const { prompt_id: promptId, document_id: documentId, truth: value } = body
    const of = { actor, projectId: params.tool_id, promptId, documentId }
    const row = await saveTruth(ctx, { ...of, value }).catch(toTruthRefusal)
    const [shown] = await presentTruths(ctx, actor, [row])
    return shown!
  })

  serve(app, ctx, api.deleteTruth, async (ctx, { actor, params, body }) => {
    const { prompt_id: promptId, document_id: documentId } = body
    const of = { actor, projectId: params.tool_id, promptId, documentId }
    await deleteTruth(ctx, of).catch(toTruthRefusal)
    return undefined
  })

  serve(app, ctx, api.listScores, async (ctx, { actor, params }) => {
    const scores = await scoreOutputs(ctx, { actor, projectId: params.tool_id })
    return {
      truths: scores.truths,
      profiles: scores.profiles.map(({ profileId, dollars, ...score }) => ({
        profile_id: profileId,
        cost_in_dollars: dollars,
        ...score,
      })),
      prompts: scores.prompts.map(({ promptId, profileId, ...score }) => ({
        ...{ prompt_id: promptId, profile_id: profileId },
        ...score,
      })),
      outputs: scores.outputs.map(({ isRight, ...output }) => ({ ...output, is_right: isRight })),
    }
  })
}
