import type { Selectable } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'
import { createNamedRowQueries } from '../../../platform/db/named-rows.ts'

export type PlatformApiKeyRow = Selectable<Tables['platform_api_key']>

export const {
  find: findPlatformApiKey,
  insert: insertPlatformApiKey,
  update: changePlatformApiKeyRow,
  delete: removePlatformApiKey,
} = createNamedRowQueries({
  table: 'platform_api_key',
  uniqueConstraint: 'platform_api_key_name_key',
})

export async function listPlatformApiKeys({
  db,
  organizationId,
}: Tenant): Promise<PlatformApiKeyRow[]> {
  return db
    .selectFrom('platform_api_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Finds a key of any organization: the key determines which one. */
export async function findPlatformApiKeyByHash(
  { db }: Installation,
  keyHash: string,
): Promise<PlatformApiKeyRow | undefined> {
  return db
    .selectFrom('platform_api_key')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}
