import type * as api from '@recto/contract/connectors/connectors'
import type { Endpoint, EndpointRequest } from '@recto/contract/wire/endpoint'
import { omitUndefined } from '@recto/omit-undefined'
import type { AnyConnectorProvider, ConnectorKind } from '@recto/provider-spec/connector-provider'
import type { FileEntry } from '@recto/provider-spec/file-connector'
import { badRequest } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { loadAccess, loadSharesOf } from '../../platform/db/sharing.ts'
import { parseListQuery } from '../../platform/list-query.ts'
import { presentTime } from '../../platform/wire-format.ts'
import {
  findUsability,
  iconOf,
  maskSecrets,
  mayWith,
  toConnectionRefusal,
} from '../connections/connections.port.ts'
import { userNames } from '../organizations/organizations.port.ts'
import { connectorConnections } from './rows/connector-connections.ts'
import { type ConnectorFilter, type ConnectorRow, findConnectors } from './rows/connectors.store.ts'

type Body<E extends Endpoint> = EndpointRequest<E>['body']
type Query<E extends Endpoint> = EndpointRequest<E>['query']
type MapConnectorDependencies = Pick<Context, 'db' | 'vault' | 'connectorProviders'>

const modes: Readonly<Record<ConnectorKind, api.ConnectorMode>> = {
  'file-connector': 'FILE_SYSTEM',
  'database-connector': 'DATABASE',
  'http-connector': 'HTTP',
}

/** Returns the kind for either spelling of a mode; throws for an unknown mode. */
export function kindOfMode(mode: string | undefined): ConnectorKind | undefined {
  if (mode === undefined) return undefined
  const plain = mode.replaceAll('_', '')
  if (plain === 'FILESYSTEM') return 'file-connector'
  if (plain === 'DATABASE') return 'database-connector'
  if (plain === 'HTTP') return 'http-connector'
  throw badRequest('connector_mode is not a known mode.')
}

/** Whether the mode is one for which there are no connectors. */
export const isModeOfNone = (mode: string | undefined): boolean =>
  mode === 'API' || mode === 'MANUAL_REVIEW' || mode === 'UNKNOWN'

/** Checks a direction; throws for an unknown one. `undefined` means both. */
export function directionOf(type: string | undefined): api.ConnectorType | undefined {
  if (type === undefined || type === 'INPUT' || type === 'OUTPUT') return type
  throw badRequest('type must be INPUT or OUTPUT.')
}

export const toConnectorRefusal = (body: { readonly connector_metadata?: object | undefined }) =>
  toConnectionRefusal('connector', body.connector_metadata, { workflowId: 'workflow' })

const sortableColumns: ReadonlyMap<string, 'name' | 'created_at' | 'modified_at'> = new Map([
  ['connector_name', 'name'],
  ['created_at', 'created_at'],
  ['modified_at', 'modified_at'],
])

export const connectorListQuery = (query: Query<typeof api.listConnectors>) =>
  parseListQuery(query, {
    columns: sortableColumns,
    defaultOrder: { by: 'modified_at', direction: 'desc' },
  })

export const connectorFilter = (query: Query<typeof api.listConnectors>): ConnectorFilter => ({
  workflowId: query.workflow,
  createdBy: query.created_by,
  direction: query.connector_type,
  kind: kindOfMode(query.connector_mode),
  ...connectorListQuery(query),
  name: query.connector_name,
})

export const connectorFields = (body: Body<typeof api.createConnector>) => ({
  providerId: body.connector_id,
  name: body.connector_name,
  settings: body.connector_metadata,
  direction: body.connector_type,
  workflowId: body.workflow,
  isSharedToOrg: body.shared_to_org,
})

export const connectorChanges = (body: Body<typeof api.updateConnector>) => ({
  name: body.connector_name,
  settings: body.connector_metadata,
  isSharedToOrg: body.shared_to_org,
})

export function presentConnectorProvider(provider: AnyConnectorProvider): api.CatalogueConnector {
  const { id, name, description, icon, kind, canRead, canWrite } = provider
  return {
    id,
    name,
    description,
    icon,
    connector_mode: modes[kind],
    can_read: canRead,
    can_write: canWrite,
  }
}

/**
 * Existing clients show no form for the product's own storage, for which no new connectors are
 * created.
 */
export const presentForm = ({ id, schema, signIn }: AnyConnectorProvider) =>
  id.startsWith('pcs|')
    ? {}
    : {
        oauth: signIn !== undefined,
        python_social_auth_backend: signIn ?? '',
        json_schema: schema as Record<string, unknown>,
      }

/**
 * Presents connectors. Only owners get the settings, with placeholders for secrets that only the
 * server can resolve.
 */
export async function presentConnectors(
  ctx: MapConnectorDependencies,
  actor: Actor,
  connectors: readonly ConnectorRow[],
): Promise<api.Connector[]> {
  const tenant = tenantOf(ctx, actor)
  const ids = connectors.map(({ id }) => id)
  const [people, sharesOf, accessTo] = await Promise.all([
    userNames(
      tenant,
      connectors.map(({ created_by }) => created_by),
    ),
    loadSharesOf(tenant, 'connector', ids),
    loadAccess(tenant, 'connector', ids),
  ])
  return connectors.map((connector) => {
    const { users, groups, owners } = sharesOf(connector.id)
    const facts = { ...connector, ...accessTo(connector.id) }
    const isUsable = mayWith(connectorConnections, actor, 'see', facts)
    const isOwner = mayWith(connectorConnections, actor, 'open', facts)
    return {
      id: connector.id,
      created_at: presentTime(connector.created_at),
      modified_at: presentTime(connector.modified_at),
      connector_name: connector.name,
      connector_id: connector.provider_id,
      connector_metadata: isOwner ? maskSecrets(ctx, connectorConnections, connector) : {},
      connector_version: '',
      connector_type: connector.direction,
      connector_mode: modes[connector.kind],
      organization: connector.organization_id,
      workflow: connector.workflow_id,
      created_by: connector.created_by,
      modified_by: connector.modified_by,
      created_by_email: people.get(connector.created_by ?? 0)?.email ?? null,
      icon: iconOf(ctx, connectorConnections, connector.provider_id),
      shared_to_org: connector.shared_to_org,
      shared_users: isUsable ? [...users] : [],
      shared_groups: isUsable ? [...groups] : [],
      is_owner: isOwner,
      co_owners_count: owners.length,
      is_usable: isUsable,
      missing_secrets: connector.missing_secrets,
      ...omitUndefined({
        has_mail_address:
          ctx.connectorProviders.find(connector.provider_id)?.hasMailAddress || undefined,
      }),
    }
  })
}

/** Presents connectors that workflows use, by id, also to those who may not use them. */
export async function presentConnectorSummaries(
  ctx: Pick<Context, 'db' | 'connectorProviders'>,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, api.ConnectorSummary>> {
  const tenant = tenantOf(ctx, actor)
  const connectors = await findUsability(tenant, connectorConnections, actor, ids)
  const people = await userNames(
    tenant,
    connectors.map(({ row }) => row.created_by),
  )
  const toSummary = (row: ConnectorRow, isUsable: boolean): api.ConnectorSummary => ({
    id: row.id,
    connector_name: row.name,
    connector_id: row.provider_id,
    connector_mode: modes[row.kind],
    provider_name: ctx.connectorProviders.find(row.provider_id)?.name ?? null,
    created_by_email: people.get(row.created_by ?? 0)?.email ?? null,
    icon: iconOf(ctx, connectorConnections, row.provider_id),
    is_usable: isUsable,
  })
  return new Map(connectors.map(({ row, isUsable }) => [row.id, toSummary(row, isUsable)]))
}

/** Presents connectors that workflows use as they are presented to those who know only their names. */
export async function presentConnectorsById(
  ctx: MapConnectorDependencies,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, api.Connector>> {
  const rows = await findConnectors(tenantOf(ctx, actor), [...new Set(ids)])
  const connectors = await presentConnectors(ctx, actor, rows)
  return new Map(connectors.map((connector) => [connector.id, connector]))
}

export async function presentConnector(
  ctx: MapConnectorDependencies,
  actor: Actor,
  connector: ConnectorRow,
): Promise<api.Connector> {
  const [presentedConnector] = await presentConnectors(ctx, actor, [connector])
  return presentedConnector as api.Connector
}

/** Existing clients split the time at a space, and do not support a missing size. */
export const presentFile = (entry: FileEntry): api.FileRow => ({
  name: entry.path,
  type: entry.kind === 'file' ? 'file' : 'directory',
  modified_at: entry.modifiedAt && presentSpacedTime(entry.modifiedAt),
  content_type: entry.contentType,
  size: entry.size ?? 0,
  ...omitUndefined({ is_unit: entry.isUnit || undefined }),
})

const presentSpacedTime = (time: Date): string =>
  `${time.toISOString().slice(0, 19).replace('T', ' ')}+00:00`
