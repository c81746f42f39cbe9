import { permits } from '@recto/contract/permits'
import type { Actor } from '../../../platform/context.ts'
import type { AdapterRow } from './adapters.store.ts'

type Shared = Pick<AdapterRow, 'created_by' | 'shared_to_org' | 'is_friction_less'>

/** Whether the actor may put the adapter to use; `sharedWith` are those it was shared with by name. */
export const mayUseAdapter = (actor: Actor, adapter: Shared, sharedWith: readonly number[]) =>
  permits(actor, 'adapter/see', { ...adapter, sharedWith })

/** Whether the actor sees and changes the settings. */
export const mayEditAdapter = (actor: Actor, adapter: Shared, sharedWith: readonly number[]) =>
  permits(actor, 'adapter/open', { ...adapter, sharedWith })

export const mayDeleteAdapter = (actor: Actor, adapter: Shared, sharedWith: readonly number[]) =>
  permits(actor, 'adapter/delete', { ...adapter, sharedWith })
