import type {
  CatalogueConnector,
  FileRow,
  getConnectorSchema,
  Connector as WireConnector,
} from '@recto/contract/connectors/connectors'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { showHiddenCharacters } from '@recto/contract/wire/names'
import { omitUndefined } from '@recto/omit-undefined'
import type { FormValues } from '../../shared/form/schema-form/SchemaForm.tsx'
import type { Service } from '../../shared/services/ServiceGrid.tsx'

/** Content of a connector: files, tables, or calls of an HTTP endpoint. */
export type ConnectorContent = 'files' | 'tables' | 'calls'

/** A configured bucket, folder or database. */
export type Connector = {
  readonly id: string
  readonly name: string
  /** Id of the service in the catalogue. */
  readonly providerId: string
  readonly kind: ConnectorContent
  readonly icon: string
  readonly createdBy: number | null
  readonly createdByEmail: string | null
  /** Whether the user is one of its owners. */
  readonly isOwner: boolean
  /** Whether the user may use it; if not, they see its name because a workflow uses it. */
  readonly isUsable: boolean
  /**
   * Settings as in the service's form, including the name. For connectors of others, only the name.
   */
  readonly settings: FormValues
  /** Names of the settings whose secrets were not copied with it. */
  readonly missingSecrets: readonly string[]
  /** Whether it has an address that receives mail. */
  readonly hasMailAddress: boolean
}

const kinds: Readonly<Record<WireConnector['connector_mode'], ConnectorContent>> = {
  FILE_SYSTEM: 'files',
  DATABASE: 'tables',
  HTTP: 'calls',
}

/** The form has the name among the settings; on the wire it is a separate field. */
export const connectorFromWire = (wire: WireConnector): Connector => ({
  id: wire.id,
  name: wire.connector_name,
  providerId: wire.connector_id,
  kind: kinds[wire.connector_mode],
  icon: wire.icon,
  createdBy: wire.created_by,
  createdByEmail: wire.created_by_email,
  isOwner: wire.is_owner,
  isUsable: wire.is_usable,
  settings: { ...wire.connector_metadata, connectorName: wire.connector_name },
  missingSecrets: wire.missing_secrets,
  hasMailAddress: wire.has_mail_address === true,
})

/** A service for which connectors can be created. */
export type ConnectorService = Service & {
  readonly kind: ConnectorContent
}

export const serviceFromWire = (wire: CatalogueConnector): ConnectorService => ({
  id: wire.id,
  name: wire.name,
  description: wire.description,
  icon: wire.icon,
  kind: kinds[wire.connector_mode],
})

/** The form for the settings of a service. */
export type ConnectorForm = {
  /** Undefined for a service whose connectors can no longer be configured. */
  readonly schema: Readonly<Record<string, unknown>> | undefined
  /**
   * Sign-in backend, for services that users sign in to instead of entering a key; otherwise empty.
   */
  readonly backend: string
}

export const formFromWire = (wire: EndpointReply<typeof getConnectorSchema>): ConnectorForm =>
  'json_schema' in wire
    ? { schema: wire.json_schema, backend: wire.python_social_auth_backend }
    : { schema: undefined, backend: '' }

type ConnectorFormValues = {
  readonly providerId: string
  readonly settings: FormValues
  /** Key of a sign-in that has just succeeded. */
  readonly signInKey: string | undefined
}

export function testToWire({ providerId, settings, signInKey }: ConnectorFormValues) {
  const { connectorName: _, ...rest } = settings
  return {
    body: {
      connector_id: providerId,
      connector_metadata: { ...rest, ...omitUndefined({ 'oauth-key': signInKey || undefined }) },
    },
  }
}

export function newConnectorToWire({ providerId, settings, signInKey }: ConnectorFormValues) {
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

export const connectorChangeToWire = ({
  id,
  ...formValues
}: ConnectorFormValues & Pick<Connector, 'id'>) => ({
  params: { id },
  ...newConnectorToWire(formValues),
})

/** Converts the path of a rejected setting in the request to its name in the form. */
export const settingOf = (attr: string): string =>
  attr === 'connector_name' ? 'connectorName' : attr.replace(/^connector_metadata\./, '')

/** A file or a folder of a connector. */
export type ConnectorEntry = {
  readonly path: string
  readonly name: string
  readonly isFile: boolean
  /** Whether it is a folder that stands for one thing, such as a mail. */
  readonly isUnit: boolean
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date | undefined
}

export const entryFromWire = ({
  name,
  type,
  size,
  modified_at,
  is_unit,
}: FileRow): ConnectorEntry => ({
  path: name,
  name: showHiddenCharacters(name.slice(name.lastIndexOf('/') + 1)),
  isFile: type === 'file',
  isUnit: is_unit === true,
  size,
  modifiedAt: modified_at === null ? undefined : new Date(modified_at.replace(' ', 'T')),
})
