import type * as api from '@recto/contract/connectors/connectors'
import type { Endpoint, EndpointRequest } from '@recto/contract/wire/endpoint'
import type { AnyConnectorProvider, ConnectorKind } from '@recto/provider-spec/connector-provider'
import type { FileEntry } from '@recto/provider-spec/file-connector'
import { badRequest } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { loadAccess } from '../../platform/db/sharing.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { userNames } from '../organizations/organizations.port.ts'
import { maskedSettings } from './opening/connector-settings.ts'
import { iconOf } from './rows/connector-faces.ts'
import { mayEditConnector, mayUseConnector } from './rows/connectors.policy.ts'
import { type ConnectorFilter, type ConnectorRow, findConnectors } from './rows/connectors.store.ts'
import { sharesOfConnectors } from './rows/shares.reads.ts'

type Body<E extends Endpoint> = EndpointRequest<E>['body']
type Query<E extends Endpoint> = EndpointRequest<E>['query']
type MapConnectorDependencies = Pick<Context, 'db' | 'vault' | 'connectorProviders'>

const modes: Readonly<Record<ConnectorKind, api.ConnectorMode>> = {
  'file-connector': 'FILE_SYSTEM',
  'database-connector': 'DATABASE',
}

/** Returns the kind for either spelling of a mode; throws for an unknown mode. */
export function kindOfMode(mode: string | undefined): ConnectorKind | undefined {
  if (mode === undefined) return undefined
  const plain = mode.replaceAll('_', '')
  if (plain === 'FILESYSTEM') return 'file-connector'
  if (plain === 'DATABASE') return 'database-connector'
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

/** Settings have the same names internally and on the wire. */
export const toConnectorRefusal = (body: { readonly connector_metadata?: object | undefined }) =>
  rethrowWithWireFields({
    name: 'connector_name',
    providerId: 'connector_id',
    workflowId: 'workflow',
    ...Object.fromEntries(
      Object.keys(body.connector_metadata ?? {}).map((name) => [
        `settings.${name}`,
        `connector_metadata.${name}`,
      ]),
    ),
  })

export const connectorFilter = (query: Query<typeof api.listConnectors>): ConnectorFilter => ({
  workflowId: query.workflow,
  createdBy: query.created_by,
  direction: query.connector_type,
  kind: kindOfMode(query.connector_mode),
  name: query.connector_name,
  search: query.search,
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
    sharesOfConnectors(tenant, ids),
    loadAccess(tenant, 'connector', ids),
  ])
  return connectors.map((connector) => {
    const { users, groups, owners } = sharesOf(connector.id)
    const provider = ctx.connectorProviders.find(connector.provider_id)
    const isUsable = mayUseConnector(actor, connector, accessTo(connector.id))
    const isOwner = mayEditConnector(actor, connector, { sharedWith: users, coOwners: owners })
    return {
      id: connector.id,
      created_at: presentTime(connector.created_at),
      modified_at: presentTime(connector.modified_at),
      connector_name: connector.name,
      connector_id: connector.provider_id,
      connector_metadata: isOwner ? maskedSettings(ctx, provider, connector) : {},
      connector_version: '',
      connector_type: connector.direction,
      connector_mode: modes[connector.kind],
      organization: connector.organization_id,
      workflow: connector.workflow_id,
      created_by: connector.created_by,
      modified_by: connector.modified_by,
      created_by_email: people.get(connector.created_by ?? 0)?.email ?? null,
      icon: iconOf(ctx, connector.provider_id),
      shared_to_org: connector.shared_to_org,
      shared_users: isUsable ? [...users] : [],
      shared_groups: isUsable ? [...groups] : [],
      is_owner: isOwner,
      co_owners_count: owners.length,
      is_usable: isUsable,
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
  const connectors = await findConnectors(tenant, [...new Set(ids)])
  const [people, accessTo] = await Promise.all([
    userNames(
      tenant,
      connectors.map(({ created_by }) => created_by),
    ),
    loadAccess(
      tenant,
      'connector',
      connectors.map(({ id }) => id),
    ),
  ])
  const toSummary = (connector: ConnectorRow): api.ConnectorSummary => ({
    id: connector.id,
    connector_name: connector.name,
    connector_id: connector.provider_id,
    connector_mode: modes[connector.kind],
    provider_name: ctx.connectorProviders.find(connector.provider_id)?.name ?? null,
    created_by_email: people.get(connector.created_by ?? 0)?.email ?? null,
    icon: iconOf(ctx, connector.provider_id),
    is_usable: mayUseConnector(actor, connector, accessTo(connector.id)),
  })
  return new Map(connectors.map((connector) => [connector.id, toSummary(connector)]))
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
})

const presentSpacedTime = (time: Date): string =>
  `${time.toISOString().slice(0, 19).replace('T', ' ')}+00:00`
