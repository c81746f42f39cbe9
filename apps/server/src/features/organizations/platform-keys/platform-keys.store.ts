import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

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
  changes: { readonly key?: null; readonly sealed_key?: string; readonly is_active?: boolean },
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
  { sealedKey, name, isActive }: { sealedKey: string; name: string; isActive: boolean },
): Promise<PlatformKeyRow | undefined> {
  return db
    .insertInto('platform_key')
    .values({
      organization_id: organizationId,
      sealed_key: sealedKey,
      key_name: name,
      is_active: isActive,
    })
    .onConflict((conflict) => conflict.constraint('platform_key_name_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Returns keys of any organization that are stored in clear, at most `max` of them. */
export async function listUnsealedKeys(
  { db }: Installation,
  max: number,
): Promise<readonly { readonly id: string; readonly key: string }[]> {
  return db
    .selectFrom('platform_key')
    .select(['id', 'key'])
    .where('key', 'is not', null)
    .$narrowType<{ key: string }>()
    .limit(max)
    .execute()
}

/** Replaces a key in clear by the sealed one, unless it was refreshed in the meantime. */
export async function storeSealedKey(
  { db }: Installation,
  { id, key, sealedKey }: { readonly id: string; readonly key: string; readonly sealedKey: string },
): Promise<void> {
  await db
    .updateTable('platform_key')
    .set({ key: null, sealed_key: sealedKey })
    .where('id', '=', id)
    .where('key', '=', key)
    .execute()
}

/**
 * Rewrites the table, because its pages still contain the replaced values. A vacuum would keep them
 * as long as any transaction could see them.
 */
export async function rewritePlatformKeys({ db }: Installation): Promise<void> {
  await sql`alter table platform_key alter column key type text using key || ''`.execute(db)
}
