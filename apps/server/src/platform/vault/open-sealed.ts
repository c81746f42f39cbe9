import type { Settings } from '@recto/provider-spec/provider'
import { AppError, invalid } from '../app-error.ts'
import { parseSealedMark } from './secret-fields.ts'
import { type Vault, VaultError } from './vault.ts'

type Sealed = { readonly name: string; readonly sealed: string }

/** Settings in clear; for use, never for a reply. Throws where another encryption key sealed them. */
export function openSealed(vault: Vault, { name, sealed }: Sealed): Settings {
  try {
    return JSON.parse(vault.open(sealed)) as Settings
  } catch (cause) {
    if (!(cause instanceof VaultError)) throw cause
    const detail = `The settings of “${name}” were sealed with another encryption key.`
    throw new AppError('forbidden', [{ code: 'error', detail, attr: null }], { cause })
  }
}

type Owners = {
  readonly kind: 'adapter' | 'connector'
  /** The stored settings of what the caller may edit; undefined for all else. */
  readonly settingsOf: (id: string) => Promise<Settings | undefined>
}

/** Puts stored secrets in the place of the marks that a reply showed for them. */
export async function putSecretsBack(
  settings: Settings,
  { kind, settingsOf }: Owners,
): Promise<Settings> {
  const resolved: Record<string, unknown> = { ...settings }
  for (const [name, value] of Object.entries(settings)) {
    const mark = parseSealedMark(value)
    if (!mark) continue
    const stored = await settingsOf(mark.ownerId)
    if (!stored) throw invalid(`settings.${name}`, `This secret belongs to no ${kind} of yours.`)
    resolved[name] = stored[mark.field]
  }
  return resolved
}
