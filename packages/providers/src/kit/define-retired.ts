import type { Provider, ProviderKind } from '@recto/provider-spec/provider'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { z } from 'zod'
import { defineProvider } from './define-provider.ts'
import type { SettingsForm } from './define-settings.ts'

type Retired<K extends ProviderKind> = {
  readonly id: string
  readonly kind: K
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly settings: SettingsForm<z.ZodType>
  /** Sentence with the reason and the replacement. */
  readonly reason: string
}

/**
 * A service that cannot be called any more. Adapters of it are still listed, read and deleted; what would
 * call it says why that is not possible.
 */
export function defineRetired<K extends ProviderKind>(retired: Retired<K>): Provider<K> {
  const { reason, ...about } = retired
  const refuse = (): never => {
    const message = `${about.name} is not available any more. ${reason}`
    throw new ProviderError({ code: 'settings-invalid', message })
  }
  return {
    ...defineProvider({ ...about, open: refuse, check: async () => refuse() }),
    isHidden: true,
    retired: reason,
  }
}
