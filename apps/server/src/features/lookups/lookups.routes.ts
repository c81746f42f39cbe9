import * as matches from '@recto/contract/lookups/lookup-matches'
import * as api from '@recto/contract/lookups/lookup-tables'
import { lookupTableSharing } from '@recto/contract/organizations/sharing'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import { getLinkOrigin } from '../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { presentPage } from '../../platform/wire-format.ts'
import { serveSharing } from '../organizations/organizations.port.ts'
import { addLookupTableVersion } from './add-lookup-table-version.ts'
import { createLookupTable } from './create-lookup-table.ts'
import { deleteLookupTable } from './delete-lookup-table.ts'
import { findUsableTables } from './find-usable-tables.ts'
import { getLookupTable } from './get-lookup-table.ts'
import { listRowsOfTable, listVersionsOfTable } from './list-lookup-rows.ts'
import {
  presentLookupTable,
  presentLookupTables,
  presentTableVersions,
} from './map-lookup-table.ts'
import { deleteLookupAlias, saveLookupAlias } from './matching/change-aliases.ts'
import { lookupSourceRoutes } from './sources/sources.routes.ts'

export function lookupRoutes(app: FastifyInstance, ctx: Context): void {
  lookupSourceRoutes(app, ctx)
  serveSharing(app, ctx, {
    table: 'lookup_table',
    noun: 'lookup-table',
    endpoints: lookupTableSharing,
    async find(ctx, request) {
      const table = await getLookupTable(ctx, request)
      return { id: table.id, name: table.name, facts: table }
    },
  })

  registerEndpoint(app, ctx, api.listLookupTables, async (ctx, { actor }) => {
    const tables = await findUsableTables(ctx, actor)
    return presentLookupTables(ctx, actor, [...tables.values()])
  })

  registerEndpoint(app, ctx, api.getLookupTable, async (ctx, { actor, params }) =>
    presentLookupTable(ctx, actor, await getLookupTable(ctx, { actor, id: params.id })),
  )

  registerEndpoint(app, ctx, api.createLookupTable, async (ctx, { actor, body, uploads }) => {
    const { name, key, columns } = body
    const file = uploads.find(({ field }) => field === 'file')
    const table = await createLookupTable(ctx, { actor, name, key, columns, file })
    return presentLookupTable(ctx, actor, table)
  })

  registerEndpoint(app, ctx, api.deleteLookupTable, async (ctx, { actor, params }) => {
    await deleteLookupTable(ctx, { actor, id: params.id })
    return undefined
  })

  registerEndpoint(app, ctx, api.addLookupTableVersion, async (ctx, { actor, params, uploads }) => {
    const file = uploads.find(({ field }) => field === 'file')
    const version = await addLookupTableVersion(ctx, { actor, id: params.id, file })
    const [presentedVersion] = await presentTableVersions(ctx, actor, [version])
    return presentedVersion as api.LookupTableVersion
  })

  registerEndpoint(app, ctx, matches.saveLookupAlias, async (ctx, { actor, params, body }) => {
    const { value, row_key: rowKey } = body
    await saveLookupAlias(ctx, { actor, id: params.id, value, rowKey })
    return { value, row_key: rowKey }
  })

  registerEndpoint(app, ctx, matches.deleteLookupAlias, async (ctx, { actor, params, query }) => {
    await deleteLookupAlias(ctx, { actor, id: params.id, value: query.value })
    return undefined
  })

  registerEndpoint(
    app,
    ctx,
    api.listLookupTableVersions,
    async (ctx, { actor, params, query, request }) => {
      const { page, page_size: pageSize } = query
      const listRequest = { actor, id: params.id, page, pageSize }
      const { versions, count } = await listVersionsOfTable(ctx, listRequest)
      if (versions.length === 0 && page > 1) throw notFound('page')
      const url = new URL(request.url, getLinkOrigin(request, ctx.config))
      return presentPage(await presentTableVersions(ctx, actor, versions), {
        count,
        page,
        pageSize,
        url,
      })
    },
  )

  registerEndpoint(app, ctx, api.listLookupRows, async (ctx, { actor, params, query, request }) => {
    const { page, page_size: pageSize, search } = query
    const listRequest = { actor, id: params.id, search, page, pageSize }
    const { rows, count } = await listRowsOfTable(ctx, listRequest)
    if (rows.length === 0 && page > 1) throw notFound('page')
    const url = new URL(request.url, getLinkOrigin(request, ctx.config))
    const presentedRows = rows.map(({ row_key, cells }) => ({ key: row_key, cells: [...cells] }))
    return presentPage(presentedRows, { count, page, pageSize, url })
  })
}
