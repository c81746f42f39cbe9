import type { AnyConnectorProvider } from '@recto/provider-spec/connector-provider'
import type { Settings } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { loadAccess } from '../../../platform/db/sharing.ts'
import { isUuid } from '../../../platform/strings.ts'
import { createSecretPlaceholder, findSecretFields } from '../../../platform/vault/secret-fields.ts'
import {
  restoreSecrets,
  type SettingsOfProvider,
  unsealSettings,
} from '../../../platform/vault/unseal-settings.ts'
import { mayEditConnector } from '../rows/connectors.policy.ts'
import { type ConnectorRow, findConnector } from '../rows/connectors.store.ts'

type SealedConnector = Pick<ConnectorRow, 'name' | 'sealed_settings'>

/** Decrypts the stored settings: for use, never for a reply. */
export const decryptConnectorSettings = (
  { vault }: Pick<Context, 'vault'>,
  { name, sealed_settings }: SealedConnector,
) => unsealSettings(vault, { name, sealed: sealed_settings })

export const sealSettings = ({ vault }: Pick<Context, 'vault'>, settings: Settings): string =>
  vault.seal(JSON.stringify(settings))

/** Fields that a sign-in stores in the settings. */
export const tokenFields = [
  'access_token',
  'refresh_token',
  'token_type',
  'expires',
  'auth_time',
  'provider',
  'uid',
  'token_expiry',
  'refresh_after',
] as const

const secretTokens = ['access_token', 'refresh_token']

/** Returns the settings for a reply, with a placeholder for each secret. */
export function maskedSettings(
  ctx: Pick<Context, 'vault'>,
  provider: AnyConnectorProvider | undefined,
  connector: ConnectorRow,
): Record<string, unknown> {
  const settings: Record<string, unknown> = { ...decryptConnectorSettings(ctx, connector) }
  for (const name of [...findSecretFields(provider?.schema, settings), ...secretTokens]) {
    if (settings[name]) settings[name] = createSecretPlaceholder(connector.id, name)
  }
  return settings
}

/**
 * Replaces the placeholders of an earlier reply by the stored secrets. Only the owner of a
 * connector may refer to its secrets, and only for the service that the connector already uses.
 */
export const restoreConnectorSecrets = (
  ctx: Pick<Context, 'db' | 'vault' | 'connectorProviders'>,
  actor: Actor,
  sentSettings: SettingsOfProvider,
): Promise<Settings> =>
  restoreSecrets(sentSettings, {
    kind: 'connector',
    schema: ctx.connectorProviders.find(sentSettings.providerId)?.schema,
    async loadStored(id) {
      const owner = await findEditable(ctx, actor, id)
      return (
        owner && { providerId: owner.provider_id, settings: decryptConnectorSettings(ctx, owner) }
      )
    },
  })

async function findEditable(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  id: string,
): Promise<ConnectorRow | undefined> {
  if (!isUuid(id)) return undefined
  const tenant = tenantOf(ctx, actor)
  const connector = await findConnector(tenant, id)
  const access = (await loadAccess(tenant, 'connector', [id]))(id)
  return connector && mayEditConnector(actor, connector, access) ? connector : undefined
}
