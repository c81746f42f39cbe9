import type { Provider, ProviderKind } from '@recto/provider-spec/provider'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { z } from 'zod'
import { defineProvider } from './define-provider.ts'
import type { SettingsForm } from './define-settings.ts'

type RetiredProvider<K extends ProviderKind> = {
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
 * Defines a service that was discontinued. Its adapters can still be listed, read and deleted; a call
 * fails with the reason.
 */
export function defineRetired<K extends ProviderKind>(definition: RetiredProvider<K>): Provider<K> {
  const { reason, ...rest } = definition
  const refuse = (): never => {
    const message = `${rest.name} is no longer available. ${reason}`
    throw new ProviderError({ code: 'settings-invalid', message })
  }
  return {
    ...defineProvider({ ...rest, open: refuse, check: async () => refuse() }),
    isHidden: true,
    retired: reason,
  }
}
