import * as api from '@recto/contract/usage/usage'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { getLinkOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentPage, presentTime } from '../../../platform/wire-format.ts'
import type { UsageTotal } from '../../usage/usage.port.ts'
import { limitTimeSpan, toTimeSpan } from '../time-span.ts'
import { aggregateUsage, getUsage, listUsage, type UsageRequest } from './usage-records.ts'

const emptyTotal = {
  total_prompt_tokens: null,
  total_completion_tokens: null,
  total_tokens: null,
  total_cost: null,
}

export function usageRecordRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listUsage, async (ctx, { actor, query, request }) => {
    const pageRequest = { page: query.page, pageSize: query.page_size }
    const order = query.ordering === 'created_at' ? ('asc' as const) : ('desc' as const)
    const filter = { ...toUsageRequest(query), ...pageRequest, order }
    const { count, records } = await listUsage(ctx, { actor, ...filter })
    const url = new URL(request.url, getLinkOrigin(request, ctx.config))
    return presentPage(records, { ...pageRequest, count, url })
  })

  registerEndpoint(app, ctx, api.aggregateUsage, async (ctx, { actor, query }) => {
    const filter = limitTimeSpan(toUsageRequest(query), new Date())
    const total = await aggregateUsage(ctx, { actor, ...filter })
    const start = filter.createdFrom ?? total.from
    const end = filter.createdUntil ?? total.to
    return {
      aggregated_data: total.from === null ? emptyTotal : presentTotal(total),
      date_range: { start_date: start && presentTime(start), end_date: end && presentTime(end) },
    }
  })

  registerEndpoint(app, ctx, api.getUsage, (ctx, { actor, params }) =>
    getUsage(ctx, { actor, ...params }),
  )
}

const presentTotal = (total: UsageTotal) => ({
  total_prompt_tokens: total.promptTokens,
  total_completion_tokens: total.completionTokens,
  total_tokens: total.totalTokens,
  total_cost: total.costInDollars,
})

/** A named date range takes precedence over dates sent with it. */
function toUsageRequest(query: api.UsageQuery): UsageRequest {
  const namedSpan = query.date_range && toTimeSpan(query.date_range, new Date())
  return {
    createdFrom:
      namedSpan?.from ?? query.created_at_gte ?? query.created_at__gte ?? query.created_at,
    createdUntil:
      namedSpan?.to ?? query.created_at_lte ?? query.created_at__lte ?? query.created_at,
    createdAfter: namedSpan ? undefined : query.created_at__gt,
    createdBefore: namedSpan ? undefined : query.created_at__lt,
    type: query.usage_type,
    adapterId: query.adapter_instance_id,
    tag: query.tag,
    executionId: query.workflow_execution_id,
  }
}
