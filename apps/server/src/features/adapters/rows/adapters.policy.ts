import type { Actor } from '../../../platform/context.ts'
import type { AdapterRow } from './adapters.store.ts'

type Shared = Pick<AdapterRow, 'created_by' | 'shared_to_org' | 'is_friction_less'>

/** Whether the actor may put the adapter to use; `sharedWith` are those it was shared with by name. */
export const mayUseAdapter = (actor: Actor, adapter: Shared, sharedWith: readonly number[]) =>
  adapter.created_by === actor.userId ||
  adapter.shared_to_org ||
  adapter.is_friction_less ||
  sharedWith.includes(actor.userId)

/** Only the owner sees and changes the settings. Those of a friction-less adapter nobody sees. */
export const mayEditAdapter = (actor: Actor, adapter: Shared) =>
  adapter.created_by === actor.userId && !adapter.is_friction_less

export const mayDeleteAdapter = (actor: Actor, adapter: Shared) =>
  adapter.created_by === actor.userId || adapter.is_friction_less
