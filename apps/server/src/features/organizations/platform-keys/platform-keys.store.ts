import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

export type PlatformKeyRow = Selectable<Tables['platform_key']>

export async function listPlatformKeys({ db, organizationId }: Tenant): Promise<PlatformKeyRow[]> {
  return db
    .selectFrom('platform_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('key_name')
    .execute()
}

export async function findPlatformKey(
  { db, organizationId }: Tenant,
  id: string,
): Promise<PlatformKeyRow | undefined> {
  return db
    .selectFrom('platform_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Deactivates all keys of the organization. */
export async function switchPlatformKeysOff({ db, organizationId }: Tenant): Promise<void> {
  await db
    .updateTable('platform_key')
    .set({ is_active: false, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', true)
    .execute()
}

export async function changePlatformKey(
  { db, organizationId }: Tenant,
  id: string,
  changes: { readonly key?: string; readonly is_active?: boolean },
): Promise<void> {
  await db
    .updateTable('platform_key')
    .set({ ...changes, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deletePlatformKey({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('platform_key')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Inserts a key; returns `undefined` when the slot is taken. */
export async function insertPlatformKey(
  { db, organizationId }: Tenant,
  { key, name, isActive }: { key: string; name: string; isActive: boolean },
): Promise<PlatformKeyRow | undefined> {
  return db
    .insertInto('platform_key')
    .values({ organization_id: organizationId, key, key_name: name, is_active: isActive })
    .onConflict((conflict) => conflict.constraint('platform_key_name_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}
