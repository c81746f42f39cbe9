import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { listVisibleAdapters } from './adapters.store.ts'

/** Returns the adapters of a kind that the actor may choose, ordered by name. */
export async function offeredAdapters(
  tenant: Tenant,
  actor: Actor,
  kind: AdapterKind,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const order = { by: 'name', direction: 'asc' } as const
  const rows = await listVisibleAdapters(tenant, actor, kind, { order })
  return rows.map(({ id, name }) => ({ id, name }))
}
