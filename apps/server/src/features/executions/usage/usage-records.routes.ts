import * as api from '@recto/contract/usage'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { linkOriginOf } from '../../../platform/http/origin-of.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentPage } from '../../../platform/present-page.ts'
import { presentTime } from '../../../platform/present-time.ts'
import { spanOf } from './span-of.ts'
import { getUsage, listUsage, sumUpUsage, type WantedUsage } from './usage-records.ts'

export function usageRecordRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listUsage, async (ctx, { actor, query, request }) => {
    const window = { page: query.page, pageSize: query.page_size }
    const { count, records } = await listUsage(ctx, { actor, ...wantedOf(query), ...window })
    const url = new URL(request.url, linkOriginOf(request, ctx.config))
    return presentPage(records, { ...window, count, url })
  })

  serve(app, ctx, api.aggregateUsage, async (ctx, { actor, query }) => {
    const wanted = wantedOf(query)
    const total = await sumUpUsage(ctx, { actor, ...wanted })
    const [start, end] = [wanted.after ?? total.from, wanted.before ?? total.to]
    return {
      aggregated_data: {
        total_prompt_tokens: total.promptTokens,
        total_completion_tokens: total.completionTokens,
        total_tokens: total.totalTokens,
        total_cost: total.costInDollars,
      },
      date_range: { start_date: start && presentTime(start), end_date: end && presentTime(end) },
    }
  })

  serve(app, ctx, api.getUsage, (ctx, { actor, params }) => getUsage(ctx, { actor, ...params }))
}

/** Named days win over dates that are sent beside them. */
function wantedOf(query: api.UsageQuery): WantedUsage {
  const named = query.date_range && spanOf(query.date_range, new Date())
  return {
    after: named?.from ?? query.created_at_gte,
    before: named?.to ?? query.created_at_lte,
    type: query.usage_type,
    adapterId: query.adapter_instance_id,
    tag: query.tag,
    executionId: query.workflow_execution_id,
  }
}
