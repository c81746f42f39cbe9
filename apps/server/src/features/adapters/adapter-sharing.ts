import { adapterSharing } from '@recto/contract/organizations/sharing'
import type { Actor, Context } from '../../platform/context.ts'
import { clearTriadSlots } from './defaults/default-triad.store.ts'
import { getVisibleAdapter } from './rows/get-adapter.ts'

type AdapterSharingRequest = { readonly actor: Actor; readonly id: string }

/**
 * Describes adapters to the sharing feature. When a user loses access, the adapter stops being a
 * default of theirs.
 */
export const sharedAdapters = {
  table: 'adapter',
  noun: 'adapter',
  endpoints: adapterSharing,
  async find(ctx: Pick<Context, 'db'>, request: AdapterSharingRequest) {
    const adapter = await getVisibleAdapter(ctx, request)
    return { id: adapter.id, name: adapter.name, facts: adapter }
  },
  onAccessRemoved: clearTriadSlots,
} as const
