import type { Selectable } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'
import { namedRows } from '../../../platform/db/named-rows.ts'

export type PlatformApiKeyRow = Selectable<Tables['platform_api_key']>

export const {
  find: findPlatformApiKey,
  insert: insertPlatformApiKey,
  change: changePlatformApiKeyRow,
  remove: removePlatformApiKey,
} = namedRows({ table: 'platform_api_key', unique: 'platform_api_key_name_key' })

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

/** Of any organization: the key says of which. */
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
