import type { AnyConnectorProvider } from '@recto/provider-spec/connector-provider'
import type { Settings } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { accessOf } from '../../../platform/db/sharing.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { openSealed, putSecretsBack } from '../../../platform/vault/open-sealed.ts'
import { sealedMark, secretFields } from '../../../platform/vault/secret-fields.ts'
import { mayEditConnector } from '../rows/connectors.policy.ts'
import { type ConnectorRow, findConnector } from '../rows/connectors.store.ts'

type Sealed = Pick<ConnectorRow, 'name' | 'sealed_settings'>

/** The stored settings in clear; for use, never for a reply. */
export const openSettings = (
  { vault }: Pick<Context, 'vault'>,
  { name, sealed_settings }: Sealed,
) => openSealed(vault, { name, sealed: sealed_settings })

export const sealSettings = ({ vault }: Pick<Context, 'vault'>, settings: Settings): string =>
  vault.seal(JSON.stringify(settings))

/** What a sign-in has left among the settings. */
export const tokenFields = [
  ...['access_token', 'refresh_token', 'token_type', 'expires', 'auth_time', 'provider', 'uid'],
  ...['token_expiry', 'refresh_after'],
] as const

const secretTokens = ['access_token', 'refresh_token']

/** As a reply shows them: a mark stands for each secret. */
export function maskedSettings(
  ctx: Pick<Context, 'vault'>,
  provider: AnyConnectorProvider | undefined,
  connector: ConnectorRow,
): Record<string, unknown> {
  const settings: Record<string, unknown> = { ...openSettings(ctx, connector) }
  for (const name of [...secretFields(provider?.schema, settings), ...secretTokens]) {
    if (settings[name]) settings[name] = sealedMark(connector.id, name)
  }
  return settings
}

/**
 * Puts stored secrets in the place of the marks that a reply showed for them. Only the owner of a
 * connector may refer to its secrets.
 */
export const resolveSealed = (
  ctx: Pick<Context, 'db' | 'vault'>,
  actor: Actor,
  settings: Settings,
): Promise<Settings> =>
  putSecretsBack(settings, {
    kind: 'connector',
    async settingsOf(id) {
      const owner = await findEditable(ctx, actor, id)
      return owner && openSettings(ctx, owner)
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
  const access = (await accessOf(tenant, 'connector', [id]))(id)
  return connector && mayEditConnector(actor, connector, access) ? connector : undefined
}
