import * as api from '@recto/contract/executions/file-histories'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { getLinkOrigin } from '../../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { presentPage } from '../../../platform/wire-format.ts'
import {
  clearCache,
  clearFileHistories,
  clearFileMarker,
  deleteFileHistory,
  getFileHistory,
  listFileHistories,
} from './file-histories.ts'
import { presentFileHistory, toHistoryFilter } from './map-file-history.ts'

/** A selection that selects nothing in particular would delete everything. */
const isEmptySelection = (selection: api.FileHistorySelection): boolean =>
  Object.values(selection).every((condition) => condition === undefined)

export function fileHistoryRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(
    app,
    ctx,
    api.listFileHistories,
    async (ctx, { actor, params, query, request }) => {
      const { page, page_size: pageSize } = query
      const listRequest = {
        actor,
        workflowId: params.id,
        ...toHistoryFilter(query),
        page,
        pageSize,
      }
      const { count, rows } = await listFileHistories(ctx, listRequest)
      const url = new URL(request.url, getLinkOrigin(request, ctx.config))
      return presentPage(rows.map(presentFileHistory), { count, page, pageSize, url })
    },
  )

  registerEndpoint(app, ctx, api.getFileHistory, async (ctx, { actor, params }) => {
    const { id: workflowId, history_id: id } = params
    return presentFileHistory(await getFileHistory(ctx, { actor, workflowId, id }))
  })

  registerEndpoint(app, ctx, api.deleteFileHistory, async (ctx, { actor, params }) => {
    const { id: workflowId, history_id: id } = params
    await deleteFileHistory(ctx, { actor, workflowId, id })
    return undefined
  })

  registerEndpoint(app, ctx, api.clearFileHistories, async (ctx, { actor, params, body }) => {
    const filter = { actor, workflowId: params.id, ids: body.ids, ...toHistoryFilter(body) }
    if (isEmptySelection(body)) throw badRequest('Name at least one filter, such as `ids`.')
    const deleted_count = await clearFileHistories(ctx, filter)
    return { deleted_count, message: `${deleted_count} file histories cleared.` }
  })

  registerEndpoint(app, ctx, api.clearCache, async (ctx, { actor, params }) => {
    await clearCache(ctx, { actor, workflowId: params.id })
    return 'Cache cleared successfully.'
  })

  registerEndpoint(app, ctx, api.clearFileMarker, async (ctx, { actor, params }) => {
    await clearFileMarker(ctx, { actor, workflowId: params.id })
    return 'File marker cleared successfully.'
  })
}
