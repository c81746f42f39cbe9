import { adapterSharing } from '@recto/contract/organizations/sharing'
import { shareConnections } from '../connections/connections.port.ts'
import { clearTriadSlots } from './defaults/default-triad.store.ts'
import { adapterConnections } from './rows/adapter-connections.ts'

/**
 * Describes adapters to the sharing feature. When a user loses access, the adapter stops being a
 * default of theirs.
 */
export const sharedAdapters = {
  ...shareConnections(adapterConnections, adapterSharing),
  onAccessRemoved: clearTriadSlots,
}
