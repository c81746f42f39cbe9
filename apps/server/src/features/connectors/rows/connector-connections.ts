import type { ConnectionKind } from '../../connections/connections.port.ts'
import {
  type ConnectorRow,
  findConnector,
  findConnectors,
  removeConnector,
} from './connectors.store.ts'
import { secretTokens } from './token-fields.ts'

/** Connectors as connections. */
export const connectorConnections: ConnectionKind<ConnectorRow, 'connectorProviders'> = {
  noun: 'connector',
  catalogue: 'connectorProviders',
  unknownIcon: '/api/v1/static/icons/connector-icons/unknown.svg',
  rows: { find: findConnector, findAll: findConnectors, delete: removeConnector },
  getSealedSettings: ({ sealed_settings }) => sealed_settings,
  otherSecrets: secretTokens,
}
