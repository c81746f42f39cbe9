import type { AnyConnectorProvider } from '@recto/provider-spec/connector-provider'
import type { Settings } from '@recto/provider-spec/provider'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { accessOf } from '../../../platform/db/sharing.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { parseSealedMark, sealedMark, secretFields } from '../../../platform/vault/secret-fields.ts'
import { VaultError } from '../../../platform/vault/vault.ts'
import { mayEditConnector } from '../rows/connectors.policy.ts'
import { type ConnectorRow, findConnector } from '../rows/connectors.store.ts'

type Sealed = Pick<ConnectorRow, 'name' | 'sealed_settings'>

/** The stored settings in clear; for use, never for a reply. */
export function openSettings({ vault }: Pick<Context, 'vault'>, connector: Sealed): Settings {
  try {
    return JSON.parse(vault.open(connector.sealed_settings)) as Settings
  } catch (cause) {
    if (!(cause instanceof VaultError)) throw cause
    const detail = `The settings of “${connector.name}” were sealed with another encryption key.`
    throw new AppError('forbidden', [{ code: 'error', detail, attr: null }], { cause })
  }
}

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
export async function resolveSealed(
  ctx: Pick<Context, 'db' | 'vault'>,
  actor: Actor,
  settings: Settings,
): Promise<Settings> {
  const resolved: Record<string, unknown> = { ...settings }
  for (const [name, value] of Object.entries(settings)) {
    const mark = parseSealedMark(value)
    if (!mark) continue
    const owner = await findEditable(ctx, actor, mark.ownerId)
    if (!owner) throw invalid(`settings.${name}`, 'This secret belongs to no connector of yours.')
    resolved[name] = openSettings(ctx, owner)[mark.field]
  }
  return resolved
}

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
