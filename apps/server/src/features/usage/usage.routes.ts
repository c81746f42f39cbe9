import * as budgets from '@recto/contract/budget'
import * as api from '@recto/contract/usage'
import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../platform/context.ts'
import { serve } from '../../platform/http/serve.ts'
import { changeBudget, presentBudget, readBudget } from './manage-budget.ts'
import { presentUsage } from './present-usage.ts'
import { usageOfRuns } from './usage-of-runs.ts'

export function usageRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.getTokenUsage, async (_, { actor, query }) => {
    const { run_id: runId } = query
    const usages = await usageOfRuns(tenantOf(ctx, actor), [runId])
    return presentUsage(usages.get(runId))
  })

  serve(app, ctx, budgets.getBudget, async (ctx, { actor }) =>
    presentBudget(await readBudget(tenantOf(ctx, actor))),
  )

  serve(app, ctx, budgets.setBudget, async (ctx, { actor, body }) => {
    const { dollars, warn_percent: warnPercent, stops_calls: stopsCalls } = body
    const wanted = { dollars, warnPercent, stopsCalls }
    return presentBudget(await changeBudget(ctx, { actor, wanted }))
  })
}
