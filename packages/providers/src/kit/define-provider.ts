import type {
  JsonSchema,
  Opened,
  Outside,
  Provider,
  ProviderKind,
} from '@recto/provider-spec/provider'
import type { z } from 'zod'
import { createOutsideCall, type OutsideCall } from './outside-call.ts'
import { readSettings, secretsIn } from './read-settings.ts'

type Definition<K extends ProviderKind, S extends z.ZodType, O extends Opened[K]> = {
  readonly id: string
  readonly kind: K
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly isHidden?: boolean
  /** Draws the form. Its passwords are kept out of every message. */
  readonly schema: JsonSchema
  /** Reads what the code uses; other settings are kept by whoever stores them. */
  readonly settings: S
  open(settings: z.output<S>, world: World): O
  check(opened: O): Promise<unknown>
}

export type World = Pick<Outside, 'fetch' | 'reader' | 'vectors'> & {
  /** Through which every call outside goes. */
  readonly call: OutsideCall
}

/** A person waits for a check: it gives up sooner than a call may take. */
const checkLimitSeconds = 120

/** Makes a provider whose settings are read once and whose failures are all `ProviderError`s. */
export function defineProvider<
  K extends ProviderKind,
  S extends z.ZodType,
  O extends Opened[K] = Opened[K],
>(definition: Definition<K, S, O>): Provider<K> {
  const { settings: shape, open, check, ...rest } = definition
  const openWith = (
    settings: Parameters<Provider<K>['open']>[0],
    outside: Outside,
    most?: number,
  ) =>
    open(readSettings(shape, definition.schema, settings), {
      ...outside,
      call: createOutsideCall({
        name: definition.name,
        secrets: secretsIn(definition.schema, settings),
        ...(most !== undefined && { maxSeconds: most }),
      }),
    })
  return {
    ...rest,
    open: (settings, outside) => openWith(settings, outside),
    check: async (settings, outside) => {
      await check(openWith(settings, outside, checkLimitSeconds))
    },
  }
}
