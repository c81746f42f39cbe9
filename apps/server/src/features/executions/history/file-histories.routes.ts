import * as api from '@recto/contract/file-histories'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { linkOriginOf } from '../../../platform/http/origin-of.ts'
import { serve } from '../../../platform/http/serve.ts'
import { presentPage } from '../../../platform/present-page.ts'
import {
  clearCache,
  clearFileHistories,
  clearFileMarker,
  deleteFileHistory,
  getFileHistory,
  listFileHistories,
} from './file-histories.ts'
import { historyFilter, presentFileHistory } from './map-file-history.ts'

export function fileHistoryRoutes(app: FastifyInstance, ctx: Context): void {
  serve(app, ctx, api.listFileHistories, async (ctx, { actor, params, query, request }) => {
    const { page, page_size: pageSize } = query
    const wanted = { actor, workflowId: params.id, ...historyFilter(query), page, pageSize }
    const { count, rows } = await listFileHistories(ctx, wanted)
    const url = new URL(request.url, linkOriginOf(request, ctx.config))
    return presentPage(rows.map(presentFileHistory), { count, page, pageSize, url })
  })

  serve(app, ctx, api.getFileHistory, async (ctx, { actor, params }) => {
    const { id: workflowId, history_id: id } = params
    return presentFileHistory(await getFileHistory(ctx, { actor, workflowId, id }))
  })

  serve(app, ctx, api.deleteFileHistory, async (ctx, { actor, params }) => {
    const { id: workflowId, history_id: id } = params
    await deleteFileHistory(ctx, { actor, workflowId, id })
    return undefined
  })

  serve(app, ctx, api.clearFileHistories, async (ctx, { actor, params, body }) => {
    const filter = { actor, workflowId: params.id, ids: body.ids, ...historyFilter(body) }
    const deleted_count = await clearFileHistories(ctx, filter)
    return { deleted_count, message: `${deleted_count} file histories cleared.` }
  })

  serve(app, ctx, api.clearCache, async (ctx, { actor, params }) => {
    await clearCache(ctx, { actor, workflowId: params.id })
    return 'Cache cleared successfully.'
  })

  serve(app, ctx, api.clearFileMarker, async (ctx, { actor, params }) => {
    await clearFileMarker(ctx, { actor, workflowId: params.id })
    return 'File marker cleared successfully.'
  })
}
