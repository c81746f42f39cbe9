import * as api from '@recto/contract/tools/profile-comparisons'
import type { FastifyInstance } from 'fastify'
import type { Actor, Context } from '../../../../platform/context.ts'
import { registerEndpoint } from '../../../../platform/http/register-endpoint.ts'
import {
  cancelComparison,
  decideComparison,
  listComparisons,
  startComparison,
} from './comparisons.ts'
import { presentComparison, presentComparisons, rethrowComparisonError } from './map-comparison.ts'

export function comparisonRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.startComparison, async (ctx, { actor, params, body }) => {
    const { budget_calls: budgetCalls, budget_dollars: budgetDollars, tolerance } = body
    const limits = { tolerance, budgetCalls, budgetDollars }
    const { prompt_ids: promptIds, profile_ids: profileIds } = body
    const comparison = { actor, projectId: params.tool_id, promptIds, profileIds, ...limits }
    const row = await startComparison(ctx, comparison).catch(rethrowComparisonError)
    return presentComparison(ctx, actor, row)
  })

  registerEndpoint(app, ctx, api.listComparisons, async (ctx, { actor, params }) => {
    const rows = await listComparisons(ctx, { actor, projectId: params.tool_id })
    return { comparisons: await presentComparisons(ctx, actor, rows) }
  })

  registerEndpoint(app, ctx, api.cancelComparison, async (ctx, { actor, params }) =>
    presentComparison(ctx, actor, await cancelComparison(ctx, toRef(actor, params))),
  )

  registerEndpoint(app, ctx, api.decideComparison, async (ctx, { actor, params, body }) => {
    const decision = { promptId: body.prompt_id, decision: body.decision }
    const row = await decideComparison(ctx, { ...toRef(actor, params), ...decision })
    return presentComparison(ctx, actor, row)
  })
}

type ComparisonParams = { readonly tool_id: string; readonly comparison_id: string }

const toRef = (actor: Actor, { tool_id: projectId, comparison_id: id }: ComparisonParams) => ({
  actor,
  projectId,
  id,
})
