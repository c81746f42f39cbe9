import { omitUndefined } from '@recto/omit-undefined'
import type {
  OpenedAdapters,
  Provider,
  ProviderKind,
  ProviderNetwork,
  Settings,
} from '@recto/provider-spec/provider'
import type { z } from 'zod'
import type { SettingsForm } from './define-settings.ts'
import { createOutsideCall, type OutsideCall } from './outside-call.ts'
import { readSettings, secretsIn } from './read-settings.ts'

type Definition<K extends ProviderKind, S extends z.ZodType, O extends OpenedAdapters[K]> = {
  readonly id: string
  readonly kind: K
  readonly name: string
  readonly description: string
  /** Root-relative address of its picture. Absent: the neutral one. */
  readonly icon?: string
  readonly isHidden?: boolean
  /** Made by `defineSettings`. Passwords among them are kept out of every message. */
  readonly settings: SettingsForm<S>
  open(settings: z.output<S>, world: World): O
  check(opened: O): Promise<unknown>
  readonly findLocal?: NonNullable<Provider<K>['findLocal']>
}

export type World = ProviderNetwork & {
  /** Wrapper for every outbound call. */
  readonly call: OutsideCall
}

/** Icon of providers without their own. */
const neutralIcon = '/icons/adapter-icons/unknown.png'

/** A person waits for a check: it gives up sooner than a call may take. */
const checkLimitSeconds = 120

/** Makes a provider whose settings are read once and whose failures are all `ProviderError`s. */
export function defineProvider<
  K extends ProviderKind,
  S extends z.ZodType,
  O extends OpenedAdapters[K] = OpenedAdapters[K],
>(definition: Definition<K, S, O>): Provider<K> {
  const { settings: form, open, check, ...rest } = definition
  const { schema } = form
  const openWith = (settings: Settings, outside: ProviderNetwork, maxSeconds?: number) =>
    open(readSettings(form, settings), {
      ...outside,
      call: createOutsideCall({
        name: definition.name,
        secrets: secretsIn(schema, settings),
        ...omitUndefined({ maxSeconds }),
      }),
    })
  return {
    icon: neutralIcon,
    ...rest,
    schema,
    open: (settings, outside) => openWith(settings, outside),
    check: async (settings, outside) => {
      await check(openWith(settings, outside, checkLimitSeconds))
    },
  }
}
