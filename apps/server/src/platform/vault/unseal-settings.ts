import { findChangedDestination } from '@recto/contract/adapters/secret-destination'
import type { JsonSchema, Settings } from '@recto/provider-spec/provider'
import { AppError, invalid } from '../app-error.ts'
import { parseSecretPlaceholder } from './secret-fields.ts'
import { type Vault, VaultError } from './vault.ts'

type SealedSettings = { readonly name: string; readonly sealed: string }

/** Decrypts settings for use, never for a reply. Throws if another encryption key sealed them. */
export function unsealSettings(
  vault: Vault,
  { name, sealed: sealedSettings }: SealedSettings,
): Settings {
  try {
    return JSON.parse(vault.open(sealedSettings)) as Settings
  } catch (cause) {
    if (!(cause instanceof VaultError)) throw cause
    const detail = `The settings of “${name}” were encrypted with a different key.`
    throw new AppError('forbidden', [{ code: 'error', detail, attr: null }], { cause })
  }
}

/** The settings of an adapter or a connector, and the provider that they are for. */
export type SettingsOfProvider = { readonly providerId: string; readonly settings: Settings }

type SecretSource = {
  readonly kind: 'adapter' | 'connector'
  /** JSON Schema of the settings, for the defaults of those that are missing. */
  readonly schema: JsonSchema | undefined
  /** Loads the stored settings of something that the caller may edit; undefined otherwise. */
  readonly loadStored: (id: string) => Promise<SettingsOfProvider | undefined>
}

/**
 * Replaces the placeholders that a reply showed by the stored secrets. A secret is restored only
 * into the field and for the service that it was stored for: otherwise anyone who may edit an
 * adapter could send its secret to their own server, or read it in a field that replies show.
 * Throws 400 at the field of the secret.
 */
export async function restoreSecrets(
  { providerId, settings }: SettingsOfProvider,
  { kind, schema, loadStored }: SecretSource,
): Promise<Settings> {
  const restoredSettings: Record<string, unknown> = { ...settings }
  const sources = new Map<string, SettingsOfProvider>()
  for (const [name, value] of Object.entries(settings)) {
    const placeholder = parseSecretPlaceholder(value)
    if (!placeholder) continue
    const owner = await loadStored(placeholder.ownerId)
    if (!owner || placeholder.field !== name)
      throw invalid(`settings.${name}`, `This secret does not belong to any of your ${kind}s.`)
    restoredSettings[name] = owner.settings[name]
    sources.set(name, owner)
  }
  for (const [name, owner] of sources) {
    const changedSetting =
      owner.providerId === providerId
        ? findChangedDestination(owner.settings, restoredSettings, schema)
        : `${kind}_id`
    assertUnchanged(name, changedSetting)
  }
  return restoredSettings
}

function assertUnchanged(name: string, changedSetting: string | undefined): void {
  if (changedSetting === undefined) return
  const reason = `“${changedSetting}” has changed`
  const detail = `The stored secret is for another service, because ${reason}. Enter it again.`
  throw invalid(`settings.${name}`, detail)
}
