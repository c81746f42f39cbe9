import * as api from '@recto/contract/tools/improvements'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import {
  cancelImprovement,
  decideImprovement,
  listImprovements,
  startImprovement,
} from './improvements.ts'
import { presentImprovements, rethrowImprovementError } from './map-improvement.ts'

export function improvementRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.startImprovement, async (ctx, { actor, params, body }) => {
    const row = await startImprovement(ctx, {
      actor,
      projectId: params.tool_id,
      promptIds: body.prompt_ids,
      llmId: body.llm,
      maxCandidates: body.max_candidates,
      budgetCalls: body.budget_calls,
      budgetDollars: body.budget_dollars,
    }).catch(rethrowImprovementError)
    return (await presentImprovements(ctx, actor, [row]))[0]!
  })

  registerEndpoint(app, ctx, api.listImprovements, async (ctx, { actor, params }) => {
    const { rows, fields } = await listImprovements(ctx, { actor, projectId: params.tool_id })
    return {
      fields: fields.map(({ promptId, expectedValueCount }) => ({
        prompt_id: promptId,
        truths: expectedValueCount,
      })),
      improvements: await presentImprovements(ctx, actor, rows),
    }
  })

  registerEndpoint(app, ctx, api.cancelImprovement, async (ctx, { actor, params }) => {
    const ref = { actor, projectId: params.tool_id, id: params.improvement_id }
    return (await presentImprovements(ctx, actor, [await cancelImprovement(ctx, ref)]))[0]!
  })

  registerEndpoint(app, ctx, api.decideImprovement, async (ctx, { actor, params, body }) => {
    const ref = { actor, projectId: params.tool_id, id: params.improvement_id }
    const { prompt_id: promptId, decision, prompt: editedPrompt } = body
    const row = await decideImprovement(ctx, { ...ref, promptId, decision, editedPrompt })
    return (await presentImprovements(ctx, actor, [row]))[0]!
  })
}
