import type { DatabaseConnector } from './database-connector.ts'
import type { FileConnector } from './file-connector.ts'
import type { JsonSchema, Outside, Settings } from './provider.ts'

/** What an opened connector of each kind is. The wire calls the kinds FILE_SYSTEM and DATABASE. */
export type OpenedConnector = {
  readonly 'file-connector': FileConnector
  readonly 'database-connector': DatabaseConnector
}

export type ConnectorKind = keyof OpenedConnector

/** Whose accounts people sign in with instead of giving a key, as the wire names them. */
export type SignInBackend = 'google-oauth2' | 'azuread-tenant-oauth2'

/** The world as the provider of a connector sees it: all that it may reach comes in by this door. */
export type ConnectorOutside = {
  readonly fetch: typeof globalThis.fetch
  readonly connect: Outside['connect']
  /** Folders of this machine that whoever runs the installation has opened; usually none. */
  readonly folders: readonly string[]
  /**
   * A token of whoever signed in for the connector, renewed when it is about to end; another one than the one that
   * the service has refused. Throws `ProviderError` with code `unauthorised` where there is none.
   */
  accessToken(options?: { readonly refused: string }): Promise<string>
}

/** Code that knows one service of files or tables. An organization's configured row of it is a connector. */
export type ConnectorProvider<K extends ConnectorKind = ConnectorKind> = {
  /** `name|uuid`, exact and case-sensitive: stored settings and scripts carry it. */
  readonly id: string
  readonly kind: K
  readonly name: string
  readonly description: string
  /** Root-relative address of its picture. */
  readonly icon: string
  readonly canRead: boolean
  readonly canWrite: boolean
  /** Registered, but not offered in the catalogue. */
  readonly isHidden?: boolean
  /** Offered only where folders of the machine are opened. */
  readonly needsFolders?: boolean
  /** People sign in at the service. */
  readonly signIn?: SignInBackend
  /** JSON Schema of the settings, which also draws the form. Secrets have `format: password`. */
  readonly schema: JsonSchema
  /** No I/O. Throws `ProviderError` with code `settings-invalid`. */
  open(settings: Settings, outside: ConnectorOutside): OpenedConnector[K]
}

export type AnyConnectorProvider = {
  readonly [K in ConnectorKind]: ConnectorProvider<K>
}[ConnectorKind]
