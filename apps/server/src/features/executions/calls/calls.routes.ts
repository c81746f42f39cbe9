import * as api from '@recto/contract/executions/destination-calls'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { getLinkOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentPage } from '../../../platform/wire-format.ts'
import { listCalls, repeatCall } from './manage-calls.ts'
import { presentCall } from './map-call.ts'

export function callRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(
    app,
    ctx,
    api.listDestinationCalls,
    async (ctx, { actor, params, query, request }) => {
      const { page, page_size: pageSize, state } = query
      const { id } = params
      const { count, rows } = await listCalls(ctx, { actor, id, state, page, pageSize })
      const url = new URL(request.url, getLinkOrigin(request, ctx.config))
      return presentPage(rows.map(presentCall), { count, page, pageSize, url })
    },
  )

  registerEndpoint(app, ctx, api.repeatDestinationCall, async (ctx, { actor, params }) => {
    const { id, call_id: callId } = params
    return { execution_id: await repeatCall(ctx, { actor, id, callId }) }
  })
}
