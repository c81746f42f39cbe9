import { Readable } from 'node:stream'
import * as api from '@recto/contract/connectors/connectors'
import { connectorSharing } from '@recto/contract/organizations/sharing'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { serveFieldDescriptions } from '../../platform/http/describe-fields.ts'
import { getLinkOrigin } from '../../platform/http/public-origin.ts'
import { registerEndpoint } from '../../platform/http/register-endpoint.ts'
import { listOrPage, rowsOfPage } from '../../platform/list-query.ts'
import { shareConnections } from '../connections/connections.port.ts'
import { presentSharing, serveSharing } from '../organizations/organizations.port.ts'
import { listColumns, listTables } from './browsing/browse-tables.ts'
import { listFolder } from './browsing/list-folder.ts'
import { openFile } from './browsing/open-file.ts'
import { uploadFiles } from './browsing/upload-files.ts'
import { findConnectorForm, listConnectorProviders } from './catalogue/catalogue.ts'
import { testConnector } from './catalogue/test-connector.ts'
import { createConnector } from './create-connector.ts'
import { deleteConnector } from './delete-connector.ts'
import { listConnectors } from './list-connectors.ts'
import { mailAddressRoutes } from './mail-addresses/mail-addresses.routes.ts'
import {
  connectorChanges,
  connectorFields,
  connectorFilter,
  connectorListQuery,
  directionOf,
  isModeOfNone,
  kindOfMode,
  presentConnector,
  presentConnectorProvider,
  presentConnectors,
  presentFile,
  presentForm,
  toConnectorRefusal,
} from './map-connector.ts'
import { connectorConnections } from './rows/connector-connections.ts'
import { getNamedConnector } from './rows/get-named-connector.ts'
import { connectorSignInRoutes } from './sign-in/sign-in.routes.ts'
import { updateConnector } from './update-connector.ts'

const sharedConnectors = shareConnections(connectorConnections, connectorSharing)

export function connectorRoutes(app: FastifyInstance, ctx: Context): void {
  catalogueRoutes(app, ctx)
  connectorSignInRoutes(app, ctx)
  browsingRoutes(app, ctx)
  mailAddressRoutes(app, ctx)
  serveSharing(app, ctx, sharedConnectors)

  registerEndpoint(app, ctx, api.listConnectors, async (ctx, { actor, query, request }) => {
    const { page } = connectorListQuery(query)
    const connectors = isModeOfNone(query.connector_mode)
      ? []
      : await listConnectors(ctx, { actor, filter: connectorFilter(query) })
    return listOrPage({
      page,
      find: async () => rowsOfPage(connectors, page),
      count: async () => connectors.length,
      present: (rows) => presentConnectors(ctx, actor, rows),
      url: () => new URL(request.url, getLinkOrigin(request, ctx.config)),
    })
  })

  serveFieldDescriptions(app, ctx, api.describeConnectorFields, {
    ...api.createConnector,
    name: 'Connector Instance',
  })

  registerEndpoint(app, ctx, api.createConnector, async (ctx, { actor, query, body }) => {
    const fields = { actor, signInKey: query['oauth-key'], ...connectorFields(body) }
    const connector = await createConnector(ctx, fields).catch(toConnectorRefusal(body))
    return presentConnector(ctx, actor, connector)
  })

  registerEndpoint(app, ctx, api.getConnector, async (ctx, { actor, params }) =>
    presentConnector(ctx, actor, await getNamedConnector(ctx, { actor, id: params.id })),
  )

  for (const endpoint of [api.updateConnector, api.patchConnector]) {
    registerEndpoint(app, ctx, endpoint, async (ctx, { actor, params, query, body }) => {
      const signInKey = query['oauth-key']
      const changes = { actor, id: params.id, signInKey, ...connectorChanges(body) }
      const connector = await updateConnector(ctx, changes).catch(toConnectorRefusal(body))
      return presentConnector(ctx, actor, connector)
    })
  }

  registerEndpoint(app, ctx, api.deleteConnector, async (ctx, { actor, params }) => {
    await deleteConnector(ctx, { actor, id: params.id })
    return undefined
  })

  registerEndpoint(app, ctx, api.listConnectorUsers, async (ctx, { actor, params }) => {
    const thing = await sharedConnectors.find(ctx, { actor, id: params.id })
    const { name, ...shared } = await presentSharing(ctx, actor, sharedConnectors, thing)
    return { ...shared, connector_name: name }
  })
}

function catalogueRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listSupportedConnectors, async (ctx, { query }) => {
    const direction = directionOf(query.type)
    if (isModeOfNone(query.connector_mode)) return []
    const filter = { direction, kind: kindOfMode(query.connector_mode) }
    return listConnectorProviders(ctx, filter).map(presentConnectorProvider)
  })

  registerEndpoint(app, ctx, api.getConnectorSchema, async (ctx, { query }) =>
    presentForm(findConnectorForm(ctx, query.id)),
  )

  registerEndpoint(app, ctx, api.testConnector, async (ctx, { actor, body }) => {
    const settings = {
      actor,
      providerId: body.connector_id,
      settings: body.connector_metadata,
    }
    await testConnector(ctx, settings).catch(toConnectorRefusal(body))
    return { is_valid: true }
  })
}

function browsingRoutes(app: FastifyInstance, ctx: Context): void {
  registerEndpoint(app, ctx, api.listFiles, async (ctx, { actor, query, reply }) => {
    const folder = { actor, id: query.connector_id, path: query.path, part: windowAt(query.page) }
    const { items, hasMore } = await listFolder(ctx, folder)
    reply.header('x-has-more', String(hasMore))
    return items.map(presentFile)
  })

  registerEndpoint(app, ctx, api.downloadFile, async (ctx, { actor, query, reply }) => {
    const { entry, bytes } = await openFile(ctx, {
      actor,
      id: query.connector_id,
      path: query.path,
    })
    const name = encodeURIComponent(entry.path.slice(entry.path.lastIndexOf('/') + 1))
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .header('content-security-policy', 'sandbox')
      .type('application/octet-stream')
      .send(Readable.from(bytes, { objectMode: false }))
  })

  registerEndpoint(app, ctx, api.uploadFiles, async (ctx, { actor, body, uploads }) => {
    const files = uploads.filter(({ field }) => field === 'file')
    await uploadFiles(ctx, { actor, id: body.connector_id, path: body.path, files })
    return { message: 'Files uploaded successfully.' }
  })

  registerEndpoint(
    app,
    ctx,
    api.listConnectorTables,
    async (ctx, { actor, params, query, reply }) => {
      const { items, hasMore } = await listTables(ctx, {
        actor,
        id: params.id,
        part: windowAt(query.page),
      })
      reply.header('x-has-more', String(hasMore))
      return [...items]
    },
  )

  registerEndpoint(app, ctx, api.listConnectorColumns, async (ctx, { actor, params, query }) => {
    const table = { schema: query.schema, name: query.table }
    const columns = await listColumns(ctx, { actor, id: params.id, table })
    return columns.map(({ name, type, isNullable }) => ({ name, type, is_nullable: isNullable }))
  })
}

const windowAt = (page = 1) => ({ skip: (page - 1) * api.maxFileRows, maxItems: api.maxFileRows })
