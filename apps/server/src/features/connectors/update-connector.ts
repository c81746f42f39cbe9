import { omitUndefined } from '@recto/omit-undefined'
import type { SignInBackend } from '@recto/provider-spec/connector-provider'
import type { Settings } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import {
  decryptSettings,
  getConnection,
  listMissingSecrets,
  restoreSecrets,
  sealSettings,
} from '../connections/connections.port.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import { findConnectorProvider, signInFor } from './catalogue/catalogue.ts'
import { connectorNameTaken } from './create-connector.ts'
import { type ConnectorDependencies, networkOfUnsaved } from './opening/open-connector.ts'
import { connectorConnections } from './rows/connector-connections.ts'
import { type ConnectorRow, changeConnector, lockConnector } from './rows/connectors.store.ts'
import { tokenFields } from './rows/token-fields.ts'
import { signInNeeded, tokensOfKey, useUpKey } from './sign-in/sign-in-key.ts'

type UpdateConnectorDependencies = ConnectorDependencies & Pick<Context, 'db'>
type UpdateConnectorRequest = {
  readonly actor: Actor
  readonly id: string
  readonly name?: string | undefined
  readonly settings?: Settings | undefined
  readonly isSharedToOrg?: boolean | undefined
  readonly signInKey?: string | undefined
}

/**
 * Changes the given fields only. Placeholders keep the stored secrets, and without a new sign-in
 * the tokens stay.
 */
export async function updateConnector(
  ctx: UpdateConnectorDependencies,
  input: UpdateConnectorRequest,
): Promise<ConnectorRow> {
  const { actor, id, signInKey } = input
  const connector = await getConnection(ctx, connectorConnections, { actor, id }, 'open')
  const sentSettings =
    input.settings &&
    (await restoreSecrets(ctx, connectorConnections, {
      actor,
      providerId: connector.provider_id,
      settings: input.settings,
    }))
  const backend = backendOf(ctx, connector, sentSettings)
  const key = backend && signInKey
  const tokens = backend && key ? await tokensOfKey(ctx, actor, { backend, key }) : undefined

  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    // Reads the tokens under a lock, so that one that another process has just renewed is not lost.
    const storedSettings = decryptSettings(
      ctx,
      connectorConnections,
      (await lockConnector(tenant, id)) ?? connector,
    )
    const hasNew = Boolean(sentSettings ?? tokens)
    const settings = withoutName(
      { ...sentSettings, ...tokensIn(storedSettings, backend), ...tokens },
      sentSettings ? {} : storedSettings,
    )
    const updatedConnector = await changeConnector(tenant, id, {
      name: input.name,
      sharedToOrg: input.isSharedToOrg,
      ...(hasNew && toSettingColumns(ctx, connector, settings)),
      modifiedBy: actor.userId,
    })
    if (!updatedConnector) throw connectorNameTaken(input.name ?? connector.name)
    await useUpKey(tenant, key)
    await recordChange(tenant, actor, changeOf(connector, updatedConnector, hasNew))
    return updatedConnector
  })
}

const changeOf = (
  oldConnector: ConnectorRow,
  newConnector: ConnectorRow,
  hasNewSettings: boolean,
) => ({
  action: 'connector.changed',
  subject: { type: 'connector', id: newConnector.id, name: newConnector.name },
  before: auditValuesOf(oldConnector),
  // Records only that settings were changed: they contain secrets.
  after: {
    ...auditValuesOf(newConnector),
    ...omitUndefined({ settings: hasNewSettings ? 'changed' : undefined }),
  },
})

/** Returns the service at which somebody has signed in for the new settings. */
function backendOf(
  ctx: UpdateConnectorDependencies,
  connector: ConnectorRow,
  sentSettings: Settings | undefined,
) {
  const provider = ctx.connectorProviders.find(connector.provider_id)
  return (
    provider &&
    signInFor(provider, sentSettings ?? decryptSettings(ctx, connectorConnections, connector))
  )
}

const toSettingColumns = (
  ctx: UpdateConnectorDependencies,
  connector: ConnectorRow,
  settings: Settings,
) => ({
  sealedSettings: sealSettings(ctx, settings),
  missingSecrets: listMissingSecrets(ctx, connectorConnections, {
    row: connector,
    settings,
    open: () => openUnsaved(ctx, connector, settings),
  }),
})

/** Opens the service without a call. Throws when a setting or a sign-in is missing that it needs. */
function openUnsaved(
  ctx: UpdateConnectorDependencies,
  { provider_id }: ConnectorRow,
  settings: Settings,
): void {
  const provider = findConnectorProvider(ctx, provider_id)
  if (signInFor(provider, settings) && !settings.access_token) throw signInNeeded()
  provider.open(settings, networkOfUnsaved(ctx, provider, settings))
}

const withoutName = (
  { connectorName: _, 'oauth-key': __, ...settings }: Settings,
  oldSettings: Settings,
): Settings => ({ ...oldSettings, ...settings })

const auditValuesOf = ({ name, shared_to_org }: ConnectorRow) => ({ name, shared_to_org })

/** Returns the stored tokens if the settings still need a sign-in. */
const tokensIn = (settings: Settings, backend: SignInBackend | undefined): Settings =>
  Object.fromEntries(
    tokenFields.filter((name) => backend && name in settings).map((name) => [name, settings[name]]),
  )
