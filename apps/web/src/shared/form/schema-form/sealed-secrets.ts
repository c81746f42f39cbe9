import { SEALED } from '@recto/contract/adapters/adapters'
import { findChangedDestination } from '@recto/contract/adapters/secret-destination'

type Settings = { readonly [field: string]: unknown }

export const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && SEALED.test(value)

/**
 * Drops the placeholders of stored secrets when the settings reach another service than the stored
 * ones, because the server restores a secret only for its own service, and puts them back when the
 * settings reach the stored service again.
 */
export function keepSecretsOfService(
  storedSettings: Settings,
  values: Settings,
  schema: object,
): Settings {
  const sealedSecrets = Object.entries(storedSettings).filter(([, value]) => isSealed(value))
  if (sealedSecrets.length === 0) return values
  const isSameService = findChangedDestination(storedSettings, values, schema) === undefined
  const result: Record<string, unknown> = { ...values }
  for (const [name, seal] of sealedSecrets) {
    if (isSameService) result[name] ||= seal
    else if (result[name] === seal) delete result[name]
  }
  return result
}
