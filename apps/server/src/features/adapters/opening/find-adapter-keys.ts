import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findAdapters } from '../rows/adapters.store.ts'
import { decryptAdapterSettings } from './adapter-settings.ts'
import { computeAdapterKey } from './open-adapter.ts'

/**
 * Finds the key of each adapter that exists, sorted by its id. A key is the same as long as provider
 * and settings are.
 */
export async function findAdapterKeys(
  ctx: Pick<Context, 'vault'>,
  tenant: Tenant,
  ids: readonly string[],
): Promise<readonly (readonly [id: string, key: string])[]> {
  const adapters = await findAdapters(tenant, [...new Set(ids)])
  return adapters
    .map(
      (adapter) =>
        [adapter.id, computeAdapterKey(adapter, decryptAdapterSettings(ctx, adapter))] as const,
    )
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}
