import * as api from '@recto/contract/lookups/lookup-sources'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { registerEndpoint } from '../../../platform/http/register-endpoint.ts'
import { clientDisconnectSignal } from '../../../platform/http/request.ts'
import { rethrowWithWireFields } from '../../../platform/rethrow-with-wire-fields.ts'
import { presentLookupTable } from '../map-lookup-table.ts'
import { createTableFromSource } from './create-from-source.ts'
import { listRefreshes, presentRefreshes, presentSourceState } from './map-source.ts'
import { previewSource } from './preview-source.ts'
import { deleteSource, setSource } from './set-source.ts'
import { startRefresh } from './start-refresh.ts'

const toRefusal = rethrowWithWireFields({ cron: 'cron_string', timeZone: 'time_zone' })

export function lookupSourceRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.previewLookupSource, async (ctx, { actor, body }) => {
    const { source, lookup_table_id: tableId, key } = body
    const { columns, rows } = await previewSource(ctx, { actor, source, tableId, key })
    return { columns: [...columns], rows: rows.map((cells) => [...cells]) }
  })

  registerEndpoint(
    app,
    ctx,
    api.createLookupTableFromSource,
    async (ctx, { actor, body, reply }) => {
      const { name, key, source, cron_string: cron, time_zone: timeZone } = body
      const signal = AbortSignal.any([clientDisconnectSignal(reply), ctx.shutdownSignal])
      const request = { actor, name, key, source, schedule: { cron, timeZone }, signal }
      const table = await createTableFromSource(ctx, request).catch(toRefusal)
      return presentLookupTable(ctx, actor, table)
    },
  )

  registerEndpoint(app, ctx, api.getLookupSource, async (ctx, { actor, params }) =>
    presentSourceState(ctx, { actor, id: params.id }),
  )

  registerEndpoint(app, ctx, api.setLookupSource, async (ctx, { actor, params, body }) => {
    const { source, cron_string: cron, time_zone: timeZone } = body
    const request = { actor, id: params.id, source, schedule: { cron, timeZone } }
    await setSource(ctx, request).catch(toRefusal)
    return presentSourceState(ctx, { actor, id: params.id })
  })

  registerEndpoint(app, ctx, api.deleteLookupSource, async (ctx, { actor, params }) => {
    await deleteSource(ctx, { actor, id: params.id })
    return undefined
  })

  registerEndpoint(app, ctx, api.startLookupRefresh, async (ctx, { actor, params }) => {
    const refresh = await startRefresh(ctx, { actor, id: params.id })
    const [presentedRefresh] = await presentRefreshes(ctx, actor, [refresh])
    return presentedRefresh as api.LookupRefresh
  })

  registerEndpoint(app, ctx, api.listLookupRefreshes, async (ctx, { actor, params }) =>
    listRefreshes(ctx, { actor, id: params.id }),
  )
}
