import * as api from '@recto/contract/usage'
import type { FastifyInstance } from 'fastify'
import { type Context, tenantOf } from '../../platform/context.ts'
import { serve } from '../../platform/http/serve.ts'
import { usageOfRun } from './usage-of-runs.ts'

export function usageRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.getTokenUsage, (_, { actor, query }) =>
    usageOfRun(tenantOf(ctx, actor), query.run_id),
  )
}
