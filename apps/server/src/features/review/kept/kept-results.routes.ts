import * as api from '@recto/contract/review/review-keys'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint, StatusReply } from '../../../platform/http/register-endpoint.ts'
import { admitReviewKey, fetchKept, markResultFetched, type ReviewKeyHolder } from './fetch-kept.ts'
import { presentKept } from './present-kept.ts'

function admit(ctx: Context, { params, headers }: FastifyRequest): Promise<ReviewKeyHolder> {
  const { org: slug } = params as { org: string }
  return admitReviewKey(ctx, { slug, authorization: headers.authorization })
}

export function keptResultRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.fetchApprovedResult, {
    admit,
    async handle(_ctx, { caller: holder, params, query, onSent }) {
      const filter = { workflowId: params.workflow_id, queueName: query.hitl_queue_name ?? '' }
      const item = await fetchKept(holder, filter)
      if (!item) return new StatusReply(404, { error: 'No approved result is available yet.' })
      onSent(() => markResultFetched(holder.tenant, item))
      return { data: presentKept(item) }
    },
  })
}
