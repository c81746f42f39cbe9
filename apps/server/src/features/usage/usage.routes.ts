import * as budgets from '@recto/contract/usage/budget'
import * as api from '@recto/contract/usage/usage'
import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../platform/context.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { getBudget, presentBudget, setBudget } from './manage-budget.ts'
import { presentUsage } from './present-usage.ts'
import { sumUsageByRun } from './sum-usage-by-run.ts'

export function usageRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getTokenUsage, async (_, { actor, query }) => {
    const { run_id: runId } = query
    const usages = await sumUsageByRun(tenantOf(ctx, actor), [runId])
    return presentUsage(usages.get(runId))
  })

  registerEndpoint(app, ctx, budgets.getBudget, async (ctx, { actor }) =>
    presentBudget(await getBudget(tenantOf(ctx, actor))),
  )

  registerEndpoint(app, ctx, budgets.setBudget, async (ctx, { actor, body }) => {
    const { dollars, warn_percent: warnPercent, stops_calls: stopsCalls } = body
    const change = { dollars, warnPercent, stopsCalls }
    return presentBudget(await setBudget(ctx, { actor, change }))
  })
}
