/** Public entry of this feature: all that other features may import. */
export { announceArrivalJob } from './connectors.jobs.ts'
export { presentConnectorSummaries, presentConnectorsById } from './map-connector.ts'
export {
  type ConnectorDependencies,
  openDatabaseConnector,
  openFileConnector,
  openHttpConnector,
  useDatabaseConnector,
} from './opening/open-connector.ts'
export { assertConnectorUsable } from './rows/assert-connector-usable.ts'
export { connectorConnections } from './rows/connector-connections.ts'
export { connectorFaces } from './rows/connector-faces.ts'
