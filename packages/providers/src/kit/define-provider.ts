import { createHash } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import type {
  OpenedAdapters,
  Provider,
  ProviderKind,
  ProviderNetwork,
  Settings,
} from '@recto/provider-spec/provider'
import type { z } from 'zod'
import { fetchFromModel } from './ask-adapted.ts'
import type { SettingsForm } from './define-settings.ts'
import { createExternalCall, type ExternalCall } from './external-call.ts'
import { describeMemory, type ModelMemory, recallModel } from './model-memory.ts'
import { readSettings, secretsIn } from './read-settings.ts'
import { tidyReplies } from './tidy-replies.ts'

type Definition<K extends ProviderKind, S extends z.ZodType, O extends OpenedAdapters[K]> = {
  readonly id: string
  readonly kind: K
  readonly name: string
  readonly description: string
  /** Root-relative address of its picture. Absent: the neutral one. */
  readonly icon?: string
  readonly isHidden?: boolean
  /** Made by `defineSettings`. Messages never contain the passwords in them. */
  readonly settings: SettingsForm<S>
  open(settings: z.output<S>, context: ProviderContext): O
  check(adapter: O): Promise<unknown>
  readonly findLocal?: NonNullable<Provider<K>['findLocal']>
}

export type ProviderContext = ProviderNetwork & {
  /** Wrapper for every outbound call. */
  readonly call: ExternalCall
  /** Adapts no request to what a model has refused, and may receive responses of any size. */
  readonly plainFetch: typeof globalThis.fetch
}

/** Icon of providers without their own. */
const neutralIcon = '/api/v1/static/icons/adapter-icons/unknown.png'

/** Shorter than the limit of a call, because a person waits for a check. */
const checkLimitSeconds = 120

/** Defines a provider. Its settings are parsed once, and all its failures are `ProviderError`s. */
export function defineProvider<
  K extends ProviderKind,
  S extends z.ZodType,
  O extends OpenedAdapters[K] = OpenedAdapters[K],
>(definition: Definition<K, S, O>): Provider<K> {
  const { settings: form, open, check, ...rest } = definition
  const { schema } = form
  const openWith = (settings: Settings, network: ProviderNetwork, maxSeconds?: number) => {
    const memory = memoryOf(definition, settings, network)
    const adapter = open(readSettings(form, settings), {
      ...network,
      plainFetch: network.fetchFile ?? network.fetch,
      fetch:
        definition.kind === 'llm'
          ? fetchFromModel(definition.name, network.fetch, memory)
          : network.fetch,
      call: createExternalCall({
        name: definition.name,
        secrets: secretsIn(schema, settings),
        memory,
        ...omitUndefined({ maxSeconds }),
      }),
    })
    return definition.kind === 'llm'
      ? (tidyReplies(adapter as OpenedAdapters['llm']) as O)
      : adapter
  }
  return {
    icon: neutralIcon,
    ...rest,
    schema,
    open: (settings, network) => openWith(settings, network),
    check: async (settings, network) => {
      await check(openWith(settings, network, checkLimitSeconds))
      return describeMemory(memoryOf(definition, settings, network))
    },
  }
}

/**
 * The memory of the adapter with these settings, whatever its name. Its keys are only a digest in it: what a service
 * refuses one account must not change the requests of another.
 */
function memoryOf(
  { id, settings: { schema } }: { readonly id: string; readonly settings: SettingsForm },
  settings: Settings,
  network: ProviderNetwork,
): ModelMemory {
  const secrets = new Set<unknown>(secretsIn(schema, settings))
  const entries = Object.entries(settings)
    .filter(([key]) => key !== 'adapter_name')
    .map(([key, value]) => [key, secrets.has(value) ? digestOf(String(value)) : value])
  return recallModel(network.fetch ?? network, JSON.stringify([id, entries.toSorted()]))
}

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
