import * as api from '@recto/contract/usage'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { linkOriginOf } from '../../../platform/http/origin-of.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentPage } from '../../../platform/present-page.ts'
import { presentTime } from '../../../platform/present-time.ts'
import type { UsageTotal } from '../../usage/usage.port.ts'
import { spanOf } from '../named-days.ts'
import { boundedSpan } from './bounded-span.ts'
import { getUsage, listUsage, sumUpUsage, type WantedUsage } from './usage-records.ts'

export function usageRecordRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listUsage, async (ctx, { actor, query, request }) => {
    const window = { page: query.page, pageSize: query.page_size }
    const order = query.ordering === 'created_at' ? ('asc' as const) : ('desc' as const)
    const wanted = { ...wantedOf(query), ...window, order }
    const { count, records } = await listUsage(ctx, { actor, ...wanted })
    const url = new URL(request.url, linkOriginOf(request, ctx.config))
    return presentPage(records, { ...window, count, url })
  })

  serve(app, ctx, api.aggregateUsage, async (ctx, { actor, query }) => {
    const wanted = boundedSpan(wantedOf(query), new Date())
    const total = await sumUpUsage(ctx, { actor, ...wanted })
    const [start, end] = [wanted.after ?? total.from, wanted.before ?? total.to]
    return {
      aggregated_data: total.from === null ? nothingUsed : presentTotal(total),
      date_range: { start_date: start && presentTime(start), end_date: end && presentTime(end) },
    }
  })

  serve(app, ctx, api.getUsage, (ctx, { actor, params }) => getUsage(ctx, { actor, ...params }))
}

const nothingUsed = {
  total_prompt_tokens: null,
  total_completion_tokens: null,
  total_tokens: null,
  total_cost: null,
}

const presentTotal = (total: UsageTotal) => ({
  total_prompt_tokens: total.promptTokens,
  total_completion_tokens: total.completionTokens,
  total_tokens: total.totalTokens,
  total_cost: total.costInDollars,
})

/** Named days win over dates that are sent beside them. */
function wantedOf(query: api.UsageQuery): WantedUsage {
  const named = query.date_range && spanOf(query.date_range, new Date())
  return {
    after: named?.from ?? query.created_at_gte ?? query.created_at__gte ?? query.created_at,
    before: named?.to ?? query.created_at_lte ?? query.created_at__lte ?? query.created_at,
    behind: named ? undefined : query.created_at__gt,
    ahead: named ? undefined : query.created_at__lt,
    type: query.usage_type,
    adapterId: query.adapter_instance_id,
    tag: query.tag,
    executionId: query.workflow_execution_id,
  }
}
