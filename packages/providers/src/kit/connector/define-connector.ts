import type {
  ConnectorKind,
  ConnectorNetwork,
  ConnectorProvider,
  OpenedConnector,
  SignInBackend,
} from '@recto/provider-spec/connector-provider'
import type { z } from 'zod'
import type { SettingsForm } from '../define-settings.ts'
import { readSettings } from '../read-settings.ts'
import { type ConnectorCall, createConnectorCall, type Hints } from './connector-call.ts'
import { secretValuesIn } from './secret-values.ts'
import type { Translate } from './service-failure.ts'
import { type GetToken, withToken } from './with-token.ts'

type Definition<K extends ConnectorKind, S extends z.ZodType> = {
  readonly id: string
  readonly kind: K
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly canRead?: boolean
  readonly canWrite?: boolean
  readonly isHidden?: boolean
  readonly needsFolders?: boolean
  readonly hasMailAddress?: boolean
  readonly signIn?: SignInBackend
  /** Made by `connectorSettings`. Messages never contain the passwords in them. */
  readonly settings: SettingsForm<S>
  /** Form fields that may be the cause of each kind of failure. */
  readonly hints?: Hints
  /** Explains the errors of the client library. */
  readonly translate?: Translate
  open(settings: z.output<S>, context: ConnectorContext): OpenedConnector[K]
}

export type ConnectorContext = ConnectorNetwork & {
  /** Wrapper for every outbound call. */
  readonly call: ConnectorCall
  /** Returns a `fetch` that sends an access token with each call. Messages never contain the token. */
  withToken(getToken: GetToken): typeof globalThis.fetch
}

/** Defines a connector provider. Its settings are parsed once, and all its failures are `ProviderError`s. */
export function defineConnector<K extends ConnectorKind, S extends z.ZodType>(
  definition: Definition<K, S>,
): ConnectorProvider<K> {
  const { settings: form, hints, translate, open, ...rest } = definition
  const { canRead = true, canWrite = true } = rest
  const { schema } = form
  return {
    ...rest,
    canRead,
    canWrite,
    schema,
    open(settings, network) {
      const secrets = new Set(secretValuesIn(schema, settings))
      return open(readSettings(form, settings), {
        ...network,
        withToken: (getToken) => withToken(getToken, network.fetch, (token) => secrets.add(token)),
        call: createConnectorCall({ name: definition.name, secrets, hints, translate }),
      })
    },
  }
}
