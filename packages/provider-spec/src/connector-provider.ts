import type { DatabaseConnector } from './database-connector.ts'
import type { FileConnector } from './file-connector.ts'
import type { HttpConnector } from './http-connector.ts'
import type { JsonSchema, ProviderNetwork, Settings } from './provider.ts'
import type { ReceivedMails } from './received-mails.ts'

/**
 * The interface that an opened connector of each kind offers. The wire calls the kinds FILE_SYSTEM,
 * DATABASE and HTTP.
 */
export type OpenedConnector = {
  readonly 'file-connector': FileConnector
  readonly 'database-connector': DatabaseConnector
  readonly 'http-connector': HttpConnector
}

export type ConnectorKind = keyof OpenedConnector

/**
 * What people can sign in to instead of entering a key, named as on the wire. Each asks for other rights at the identity
 * provider.
 */
export type SignInBackend =
  | 'google-oauth2'
  | 'google-mail-oauth2'
  | 'azuread-tenant-oauth2'
  | 'azuread-mail-oauth2'

/** Everything outside the process that a connector may use. It has no other access. */
export type ConnectorNetwork = {
  readonly fetch: typeof globalThis.fetch
  readonly connect: ProviderNetwork['connect']
  /** Folders of this machine that the operator has opened; usually none. */
  readonly folders: readonly string[]
  /**
   * Returns an access token of the person who signed in for the connector, renewed when it is about
   * to expire. Pass the token that the service refused to get another one. Throws `ProviderError`
   * with code `unauthorised` if there is none.
   */
  accessToken(options?: { readonly refused: string }): Promise<string>
  /** The mails that arrived at the address of the connector; absent if it has none. */
  readonly receivedMails?: ReceivedMails
}

/**
 * Code for one service of files or tables. A row that an organization configures for it is a
 * connector.
 */
export type ConnectorProvider<K extends ConnectorKind = ConnectorKind> = {
  /** `name|uuid`, exact and case-sensitive: stored settings and scripts carry it. */
  readonly id: string
  readonly kind: K
  readonly name: string
  readonly description: string
  /** Root-relative URL of the icon. */
  readonly icon: string
  readonly canRead: boolean
  readonly canWrite: boolean
  /** Registered, but not offered in the catalogue. */
  readonly isHidden?: boolean
  /** Offered only if the operator has opened folders of the machine. */
  readonly needsFolders?: boolean
  /** A connector of it has an address that receives mail. Offered only if the installation receives any. */
  readonly hasMailAddress?: boolean
  /** People sign in at the service. */
  readonly signIn?: SignInBackend
  /** JSON Schema of the settings, which also draws the form. Secrets have `format: password`. */
  readonly schema: JsonSchema
  /** No I/O. Throws `ProviderError` with code `settings-invalid`. */
  open(settings: Settings, network: ConnectorNetwork): OpenedConnector[K]
}

export type AnyConnectorProvider = {
  readonly [K in ConnectorKind]: ConnectorProvider<K>
}[ConnectorKind]
