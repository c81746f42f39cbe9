/**
 * The embedded server accepts connections at a socket in a private folder. On Windows, where Node cannot connect to
 * one, it is a port of this machine that asks for a password.
 */
export type ServerAddress = SocketAddress | PortAddress

type SocketAddress = { readonly kind: 'socket'; readonly folder: string }
type PortAddress = {
  readonly kind: 'port'
  readonly port: number
  readonly password: string
}

export type AddressKind = ServerAddress['kind']

export const addressKindOf = (platform: NodeJS.Platform): AddressKind =>
  platform === 'win32' ? 'port' : 'socket'

/** The database of the product, and the role that owns it and is not a superuser. */
export const databaseName = 'recto'
export const ownerRole = 'recto'

/** Connects the product to its database. */
export const getDatabaseUrl = (address: ServerAddress) => buildUrl(address, ownerRole, databaseName)

/** Connects the superuser, who prepares the database for the product and does nothing else. */
export const getSuperuserUrl = (address: ServerAddress, database = 'postgres') =>
  buildUrl(address, 'postgres', database)

function buildUrl(address: ServerAddress, role: string, database: string): string {
  if (address.kind === 'port') {
    const { port, password } = address
    return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
  }
  // `host` replaces `localhost`.
  return `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(address.folder)}`
}
