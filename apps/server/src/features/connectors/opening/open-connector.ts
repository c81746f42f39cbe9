import { omitUndefined } from '@recto/omit-undefined'
import type {
  AnyConnectorProvider,
  ConnectorKind,
  ConnectorNetwork,
  ConnectorProvider,
  OpenedConnector,
} from '@recto/provider-spec/connector-provider'
import type { Settings } from '@recto/provider-spec/provider'
import type { ReceivedMails } from '@recto/provider-spec/received-mails'
import { badRequest, notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { assertHasSecrets, decryptSettings } from '../../connections/connections.port.ts'
import { openReceivedMails } from '../mail-addresses/open-received-mails.ts'
import { connectorConnections } from '../rows/connector-connections.ts'
import { type ConnectorRow, findConnector } from '../rows/connectors.store.ts'
import { explainConnectorError } from './explain-connector-error.ts'
import { storedToken, unsavedToken } from './tokens.ts'

export type ConnectorDependencies = Pick<
  Context,
  | 'vault'
  | 'config'
  | 'fetch'
  | 'files'
  | 'cache'
  | 'connectorProviders'
  | 'connectorNetwork'
  | 'publicFetch'
>

type OpenedAs<K extends ConnectorKind> = {
  readonly id: string
  readonly name: string
  readonly providerId: string
  readonly connector: OpenedConnector[K]
}

/**
 * Opens a connector to folders and files, without a network call. The caller must have checked that
 * the actor may use it.
 */
export const openFileConnector = (ctx: ConnectorDependencies, tenant: Tenant, id: string) =>
  open(ctx, tenant, 'file-connector', id)

/** Opens a connector to an HTTP endpoint, without a network call. The caller must have checked that the actor may use it. */
export const openHttpConnector = (ctx: ConnectorDependencies, tenant: Tenant, id: string) =>
  open(ctx, tenant, 'http-connector', id)

/**
 * Opens a connector to tables, without a network call. The caller must have checked that the actor
 * may use it.
 */
export const openDatabaseConnector = (ctx: ConnectorDependencies, tenant: Tenant, id: string) =>
  open(ctx, tenant, 'database-connector', id)

/**
 * Runs work with a connector to tables whose connection stays open for some seconds, for callers
 * that write one row after the other. The caller must have checked that the actor may use it.
 */
export async function useDatabaseConnector<R>(
  ctx: ConnectorDependencies & Pick<Context, 'connectionCache'>,
  tenant: Tenant,
  id: string,
  run: (connector: OpenedConnector['database-connector']) => Promise<R>,
): Promise<R> {
  const { row, provider } = await findWithProvider(ctx, tenant, 'database-connector', id)
  const name = `connector/${row.id}/${row.modified_at.toISOString()}`
  return ctx.connectionCache.use(name, () => openRow(ctx, tenant, provider, row), run)
}

async function open<K extends ConnectorKind>(
  ctx: ConnectorDependencies,
  tenant: Tenant,
  kind: K,
  id: string,
): Promise<OpenedAs<K>> {
  const { row, provider } = await findWithProvider(ctx, tenant, kind, id)
  const connector = openRow(ctx, tenant, provider, row)
  return { id, name: row.name, providerId: row.provider_id, connector }
}

async function findWithProvider<K extends ConnectorKind>(
  ctx: ConnectorDependencies,
  tenant: Tenant,
  kind: K,
  id: string,
): Promise<{ readonly row: ConnectorRow; readonly provider: ConnectorProvider<K> }> {
  const row = await findConnector(tenant, id)
  if (!row) throw notFound('connector')
  if (row.kind !== kind) throw badRequest(`“${row.name}” is a different type of connector.`)
  const provider = ctx.connectorProviders.find(row.provider_id) as ConnectorProvider<K> | undefined
  if (!provider) {
    throw badRequest(`The provider of “${row.name}” is not available in this installation.`)
  }
  return { row, provider }
}

function openRow<K extends ConnectorKind>(
  ctx: ConnectorDependencies,
  tenant: Tenant,
  provider: ConnectorProvider<K>,
  row: ConnectorRow,
): OpenedConnector[K] {
  assertHasSecrets(ctx, connectorConnections, row)
  try {
    return provider.open(
      decryptSettings(ctx, connectorConnections, row),
      networkOfStored(ctx, tenant, provider, row),
    )
  } catch (error) {
    throw explainConnectorError(error, { name: row.name })
  }
}

function networkOfStored(
  ctx: ConnectorDependencies,
  tenant: Tenant,
  provider: Pick<AnyConnectorProvider, 'kind' | 'signIn' | 'hasMailAddress'>,
  { id }: ConnectorRow,
): ConnectorNetwork {
  const { kind, signIn: backend, hasMailAddress } = provider
  const receivedMails = hasMailAddress ? openReceivedMails(ctx, tenant, id) : undefined
  return {
    ...networkOfKind(ctx, kind),
    ...omitUndefined({ receivedMails }),
    accessToken: async (options) => {
      if (!backend) throw new Error('Nobody signs in for this connector.')
      return storedToken(ctx, tenant, { id, backend }, options?.refused)
    },
  }
}

const noMails: ReceivedMails = {
  async *list() {},
  find: async () => undefined,
  read: async () => undefined,
  settle: async () => {},
}

/** Returns the network access for settings that are not stored yet. */
export const networkOfUnsaved = (
  ctx: ConnectorDependencies,
  { kind }: Pick<AnyConnectorProvider, 'kind'>,
  settings: Settings,
): ConnectorNetwork => ({
  ...networkOfKind(ctx, kind),
  accessToken: async (options) => unsavedToken(settings, options?.refused),
  // Settings that are not saved have no address yet, so nothing has arrived there.
  receivedMails: noMails,
})

/** Calls of an endpoint may reach the addresses that notifications may reach. */
const networkOfKind = (
  { connectorNetwork, publicFetch }: ConnectorDependencies,
  kind: ConnectorKind,
) => (kind === 'http-connector' ? { ...connectorNetwork, fetch: publicFetch } : connectorNetwork)
