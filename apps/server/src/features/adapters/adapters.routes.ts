import * as api from '@recto/contract/adapters/adapters'
import { omitUndefined } from '@recto/omit-undefined'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../../platform/app-error.ts'
import { type Context, tenantOf } from '../../platform/context.ts'
import { serveFieldDescriptions } from '../../platform/http/describe-fields.ts'
import { getLinkOrigin } from '../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { listOrPage } from '../../platform/list-query.ts'
import { getConnection } from '../connections/connections.port.ts'
import { serveSharing } from '../organizations/organizations.port.ts'
import { sharedAdapters } from './adapter-sharing.ts'
import { findSchema, listProviders } from './catalogue/catalogue.ts'
import { findLocalAdapters } from './catalogue/find-local-adapters.ts'
import { testAdapter } from './catalogue/test-adapter.ts'
import { createAdapter } from './create-adapter.ts'
import { findOrMakeTriad } from './defaults/default-triad.ts'
import { saveDefaultTriad } from './defaults/save-default-triad.ts'
import { deleteAdapter } from './delete-adapter.ts'
import {
  adapterChanges,
  adapterFields,
  chosenDefaults,
  kindOf,
  noSignIn,
  presentAdapter,
  presentAdapterInfo,
  presentAdapters,
  presentAdapterUsers,
  presentProposal,
  presentProvider,
  presentTriad,
  testedSettings,
  toAdapterListQuery,
  toAdapterRefusal,
  toTriadRefusal,
} from './map-adapter.ts'
import { findSight } from './opening/completing-llms.ts'
import { adapterConnections } from './rows/adapter-connections.ts'
import { countAdapters, listAdapters } from './rows/list-adapters.ts'
import { updateAdapter } from './update-adapter.ts'

export function adapterRoutes(app: FastifyInstance, ctx: Context): void {
  catalogueRoutes(app, ctx)
  triadRoutes(app, ctx)
  serveSharing(app, ctx, sharedAdapters)

  registerEndpoint(app, ctx, api.listAdapters, async (ctx, { actor, query, request }) => {
    const kind = query.adapter_type && kindOf(query.adapter_type)
    const listQuery = toAdapterListQuery(query)
    return listOrPage({
      page: listQuery.page,
      find: () => listAdapters(ctx, { actor, kind, listQuery }),
      count: () => countAdapters(ctx, { actor, kind, listQuery }),
      present: (adapters) => presentAdapters(ctx, actor, adapters),
      url: () => new URL(request.url, getLinkOrigin(request, ctx.config)),
    })
  })

  serveFieldDescriptions(app, ctx, api.describeAdapterFields, {
    ...api.createAdapter,
    name: 'Adapter',
  })

  registerEndpoint(app, ctx, api.createAdapter, async (ctx, { actor, body }) => {
    const fields = { actor, ...adapterFields(body) }
    const adapter = await createAdapter(ctx, fields).catch(toAdapterRefusal(body))
    return presentAdapter(ctx, actor, adapter)
  })

  registerEndpoint(app, ctx, api.getAdapter, async (ctx, { actor, params }) =>
    presentAdapter(
      ctx,
      actor,
      await getConnection(ctx, adapterConnections, { actor, id: params.id }, 'open'),
    ),
  )

  for (const endpoint of [api.updateAdapter, api.patchAdapter]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, body }) => {
      const changes = { actor, id: params.id, ...adapterChanges(body) }
      const adapter = await updateAdapter(ctx, changes).catch(toAdapterRefusal(body))
      return presentAdapter(ctx, actor, adapter)
    })
  }

  registerEndpoint(
    app,
    ctx,
    api.deleteAdapter,
    async (ctx, { actor, params }) =>
      deleteAdapter(ctx, { actor, id: params.id }) as Promise<undefined>,
  )

  registerEndpoint(app, ctx, api.getAdapterInfo, async (ctx, { actor, params }) => {
    const adapter = await getConnection(ctx, adapterConnections, { actor, id: params.id })
    return presentAdapterInfo(adapter, await findSight(ctx, tenantOf(ctx, actor), adapter))
  })

  registerEndpoint(app, ctx, api.listAdapterUsers, async (ctx, { actor, params }) =>
    presentAdapterUsers(
      ctx,
      actor,
      await getConnection(ctx, adapterConnections, { actor, id: params.id }),
    ),
  )
}

function catalogueRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listSupportedAdapters, async (ctx, { query }) => {
    const type = api.AdapterType.safeParse(query.adapter_type)
    if (!type.success) throw badRequest('adapter_type is missing or not a known type.')
    return listProviders(ctx, kindOf(type.data)).map(presentProvider)
  })

  registerEndpoint(app, ctx, api.getAdapterSchema, async (ctx, { query }) => ({
    json_schema: await findSchema(ctx, query.id),
    ...noSignIn,
  }))

  registerEndpoint(app, ctx, api.listLocalAdapters, async (ctx, { actor, query }) => {
    const search = { actor, kind: kindOf(query.adapter_type), isRequested: query.look === 'true' }
    return (await findLocalAdapters(ctx, search)).map(presentProposal)
  })

  registerEndpoint(app, ctx, api.testAdapter, async (ctx, { actor, body }) => {
    const notes = await testAdapter(ctx, { actor, ...testedSettings(body) }).catch(
      toAdapterRefusal(body),
    )
    return omitUndefined({ is_valid: true, notes: notes.length > 0 ? notes : undefined })
  })
}

function triadRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.getDefaultTriad, async (ctx, { actor }) =>
    presentTriad(await findOrMakeTriad(tenantOf(ctx, actor), actor.userId)),
  )

  registerEndpoint(app, ctx, api.setDefaultTriad, async (ctx, { actor, body }) => {
    const triad = chosenDefaults(body)
    await saveDefaultTriad(ctx, { actor, triad }).catch(toTriadRefusal)
    return undefined
  })
}
