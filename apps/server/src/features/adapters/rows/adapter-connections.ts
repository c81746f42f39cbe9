import type { ConnectionKind } from '../../connections/connections.port.ts'
import { type AdapterRow, findAdapter, findAdapters, removeAdapter } from './adapters.store.ts'

/** Adapters as connections. */
export const adapterConnections: ConnectionKind<AdapterRow, 'providers'> = {
  noun: 'adapter',
  catalogue: 'providers',
  unknownIcon: '/api/v1/static/icons/adapter-icons/unknown.png',
  rows: { find: findAdapter, findAll: findAdapters, delete: removeAdapter },
  getSealedSettings: ({ settings }) => settings,
}
