import { adapterSharing } from '@recto/contract/sharing'
import type { Actor, Context } from '../../platform/context.ts'
import { forgetTriadSlots } from './defaults/default-triad.store.ts'
import { getVisibleAdapter } from './rows/get-adapter.ts'

type Asked = { readonly actor: Actor; readonly id: string }

/** How adapters are shared. From whom one is taken, it is no default any more. */
export const sharedAdapters = {
  table: 'adapter',
  noun: 'adapter',
  endpoints: adapterSharing,
  async find(ctx: Pick<Context, 'db'>, asked: Asked) {
    const adapter = await getVisibleAdapter(ctx, asked)
    return { id: adapter.id, name: adapter.name, facts: adapter }
  },
  taken: forgetTriadSlots,
} as const
