import type {
  CatalogueConnector,
  FileRow,
  getConnectorSchema,
  Connector as WireConnector,
} from '@recto/contract/connectors'
import type { EndpointReply } from '@recto/contract/endpoint'
import type { FormValues } from '../../shared/form/schema-form/SchemaForm.tsx'
import type { Service } from '../../shared/services/service.ts'

/** Something with files, or something with tables. */
export type ConnectorContent = 'files' | 'tables'

/** A configured bucket, folder or database. */
export type Connector = {
  readonly id: string
  readonly name: string
  /** In the catalogue. */
  readonly providerId: string
  readonly kind: ConnectorContent
  readonly icon: string
  readonly createdBy: number | null
  readonly createdByEmail: string | null
  /** Whether the user is one of its owners. */
  readonly isOwner: boolean
  /** As the provider's form has them, its name among them; of others' connectors the name alone. */
  readonly settings: FormValues
}

const kindOf = (mode: WireConnector['connector_mode']): ConnectorContent =>
  mode === 'DATABASE' ? 'tables' : 'files'

/** The form has the name among the settings; the wire has it beside them. */
export const connectorFromWire = (wire: WireConnector): Connector => ({
  id: wire.id,
  name: wire.connector_name,
  providerId: wire.connector_id,
  kind: kindOf(wire.connector_mode),
  icon: wire.icon,
  createdBy: wire.created_by,
  createdByEmail: wire.created_by_email,
  isOwner: wire.is_owner,
  settings: { ...wire.connector_metadata, connectorName: wire.connector_name },
})

/** A service that a connector may be to. */
export type ConnectorService = Service & {
  readonly kind: ConnectorContent
}

export const serviceFromWire = (wire: CatalogueConnector): ConnectorService => ({
  id: wire.id,
  name: wire.name,
  description: wire.description,
  icon: wire.icon,
  kind: kindOf(wire.connector_mode),
})

/** How the settings of a service are asked for. */
export type ConnectorForm = {
  /** Absent for a service whose connectors nobody configures any more. */
  readonly schema: Readonly<Record<string, unknown>> | undefined
  /** Where people sign in instead of giving a key; empty where they do not. */
  readonly backend: string
}

export const formFromWire = (wire: EndpointReply<typeof getConnectorSchema>): ConnectorForm =>
  'json_schema' in wire
    ? { schema: wire.json_schema, backend: wire.python_social_auth_backend }
    : { schema: undefined, backend: '' }

type Filled = {
  readonly providerId: string
  readonly settings: FormValues
  /** Of a sign-in that has just succeeded. */
  readonly signInKey: string | undefined
}

export function testToWire({ providerId, settings, signInKey }: Filled) {
  const { connectorName: _, ...rest } = settings
  return {
    body: {
      connector_id: providerId,
      connector_metadata: { ...rest, ...(signInKey && { 'oauth-key': signInKey }) },
    },
  }
}

export function newConnectorToWire({ providerId, settings, signInKey }: Filled) {
  const { connectorName, ...connector_metadata } = settings
  return {
    query: signInKey ? { 'oauth-key': signInKey } : {},
    body: {
      connector_id: providerId,
      connector_name: String(connectorName ?? ''),
      connector_metadata,
    },
  }
}

export const connectorChangeToWire = ({ id, ...filled }: Filled & Pick<Connector, 'id'>) => ({
  params: { id },
  ...newConnectorToWire(filled),
})

/** The server names a setting by its place in what was sent. */
export const settingOf = (attr: string): string =>
  attr === 'connector_name' ? 'connectorName' : attr.replace(/^connector_metadata\./, '')

/** A file or a folder of a connector. */
export type ConnectorEntry = {
  readonly path: string
  readonly name: string
  readonly isFile: boolean
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date | undefined
}

export const entryFromWire = ({ name, type, size, modified_at }: FileRow): ConnectorEntry => ({
  path: name,
  name: name.slice(name.lastIndexOf('/') + 1),
  isFile: type === 'file',
  size,
  modifiedAt: modified_at === null ? undefined : new Date(modified_at.replace(' ', 'T')),
})
