import { permits } from '@recto/contract/policy/permits'
import type { Actor } from '../../../platform/context.ts'
import type { ObjectAccess } from '../../../platform/db/sharing.ts'
import type { AdapterRow } from './adapters.store.ts'

type Shared = Pick<AdapterRow, 'created_by' | 'shared_to_org' | 'is_friction_less'>

/** Whether the actor may use the adapter. */
export const mayUseAdapter = (actor: Actor, adapter: Shared, access: ObjectAccess) =>
  permits(actor, 'adapter/see', { ...adapter, ...access })

/** Whether the actor may see and change the settings. */
export const mayEditAdapter = (actor: Actor, adapter: Shared, access: ObjectAccess) =>
  permits(actor, 'adapter/open', { ...adapter, ...access })

export const mayDeleteAdapter = (actor: Actor, adapter: Shared, access: ObjectAccess) =>
  permits(actor, 'adapter/delete', { ...adapter, ...access })
