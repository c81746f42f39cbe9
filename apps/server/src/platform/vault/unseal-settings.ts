import type { Settings } from '@recto/provider-spec/provider'
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

type SecretSource = {
  readonly kind: 'adapter' | 'connector'
  /** Loads the stored settings of something that the caller may edit; undefined otherwise. */
  readonly loadSettings: (id: string) => Promise<Settings | undefined>
}

/** Replaces the placeholders that a reply showed by the stored secrets. */
export async function restoreSecrets(
  settings: Settings,
  { kind, loadSettings }: SecretSource,
): Promise<Settings> {
  const resolvedSettings: Record<string, unknown> = { ...settings }
  for (const [name, value] of Object.entries(settings)) {
    const placeholder = parseSecretPlaceholder(value)
    if (!placeholder) continue
    const storedSettings = await loadSettings(placeholder.ownerId)
    if (!storedSettings)
      throw invalid(`settings.${name}`, `This secret does not belong to one of your ${kind}s.`)
    resolvedSettings[name] = storedSettings[placeholder.field]
  }
  return resolvedSettings
}
