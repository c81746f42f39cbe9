import { findChangedDestination } from '@recto/contract/adapters/secret-destination'
import type { Settings } from '@recto/provider-spec/provider'
import { AppError, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { loadAccess } from '../../platform/db/sharing.ts'
import { isUuid } from '../../platform/strings.ts'
import { VaultError } from '../../platform/vault/vault.ts'
import type { Catalogue, ConnectionKind, ConnectionRow } from './connection-kind.ts'
import { mayWith } from './get-connection.ts'
import {
  createSecretPlaceholder,
  findSecretFields,
  parseSecretPlaceholder,
} from './secret-fields.ts'

export const sealSettings = ({ vault }: Pick<Context, 'vault'>, settings: Settings): string =>
  vault.seal(JSON.stringify(settings))

/**
 * Decrypts the stored settings: for use, never for a reply. Throws if another encryption key sealed
 * them.
 */
export function decryptSettings<Row extends ConnectionRow>(
  { vault }: Pick<Context, 'vault'>,
  { getSealedSettings }: Pick<ConnectionKind<Row, Catalogue>, 'getSealedSettings'>,
  row: Row,
): Settings {
  try {
    return JSON.parse(vault.open(getSealedSettings(row))) as Settings
  } catch (cause) {
    if (!(cause instanceof VaultError)) throw cause
    const detail = `The settings of “${row.name}” were encrypted with a different key.`
    throw new AppError('forbidden', [{ code: 'error', detail, attr: null }], { cause })
  }
}

/** Returns the settings for a reply, with a placeholder for each secret that only the server can resolve. */
export function maskSecrets<Row extends ConnectionRow, Providers extends Catalogue>(
  ctx: Pick<Context, 'vault' | Providers>,
  kind: ConnectionKind<Row, Providers>,
  row: Row,
): Record<string, unknown> {
  const settings: Record<string, unknown> = { ...decryptSettings(ctx, kind, row) }
  const schema = ctx[kind.catalogue].find(row.provider_id)?.schema
  for (const name of [...findSecretFields(schema, settings), ...(kind.otherSecrets ?? [])]) {
    if (settings[name]) settings[name] = createSecretPlaceholder(row.id, name)
  }
  return settings
}

export type SentSettings = {
  readonly actor: Actor
  readonly providerId: string
  readonly settings: Settings
}

/**
 * Replaces the placeholders that a reply showed by the stored secrets. A secret is restored only for
 * an owner, into the field and for the service that it was stored for: otherwise anyone who may edit
 * an adapter could send its secret to their own server, or read it in a field that replies show.
 * Throws 400 at the field of the secret.
 */
export async function restoreSecrets<Row extends ConnectionRow, Providers extends Catalogue>(
  ctx: Pick<Context, 'db' | 'vault' | Providers>,
  kind: ConnectionKind<Row, Providers>,
  { actor, providerId, settings }: SentSettings,
): Promise<Settings> {
  const { noun } = kind
  const schema = ctx[kind.catalogue].find(providerId)?.schema
  const restoredSettings: Record<string, unknown> = { ...settings }
  const sources = new Map<string, StoredSettings>()
  for (const [name, value] of Object.entries(settings)) {
    const placeholder = parseSecretPlaceholder(value)
    if (!placeholder) continue
    const owner = await findOwnSettings(ctx, kind, actor, placeholder.ownerId)
    if (!owner || placeholder.field !== name)
      throw invalid(`settings.${name}`, `This secret does not belong to any of your ${noun}s.`)
    restoredSettings[name] = owner.settings[name]
    sources.set(name, owner)
  }
  for (const [name, owner] of sources) {
    const changedSetting =
      owner.providerId === providerId
        ? findChangedDestination(owner.settings, restoredSettings, schema)
        : `${noun}_id`
    assertUnchanged(name, changedSetting)
  }
  return restoredSettings
}

type StoredSettings = Omit<SentSettings, 'actor'>

async function findOwnSettings<Row extends ConnectionRow, Providers extends Catalogue>(
  ctx: Pick<Context, 'db' | 'vault'>,
  kind: ConnectionKind<Row, Providers>,
  actor: Actor,
  id: string,
): Promise<StoredSettings | undefined> {
  if (!isUuid(id)) return undefined
  const tenant = tenantOf(ctx, actor)
  const row = await kind.rows.find(tenant, id)
  const access = (await loadAccess(tenant, kind.noun, [id]))(id)
  if (!row || !mayWith(kind, actor, 'open', { ...row, ...access })) return undefined
  return { providerId: row.provider_id, settings: decryptSettings(ctx, kind, row) }
}

function assertUnchanged(name: string, changedSetting: string | undefined): void {
  if (changedSetting === undefined) return
  const reason = `“${changedSetting}” has changed`
  const detail = `The stored secret is for another service, because ${reason}. Enter it again.`
  throw invalid(`settings.${name}`, detail)
}
