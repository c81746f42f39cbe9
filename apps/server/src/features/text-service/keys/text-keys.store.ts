import type { Selectable } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

export type TextKeyRow = Selectable<Tables['text_service_key']>

type NewKey = Pick<TextKeyRow, 'key_hash' | 'sealed_key' | 'description'>

export async function insertTextKey(
  { db, organizationId }: Tenant,
  key: NewKey,
): Promise<TextKeyRow> {
  return db
    .insertInto('text_service_key')
    .values({ ...key, organization_id: organizationId, is_active: true })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Of any organization: the key says of which. */
export async function findTextKeyByHash(
  { db }: Installation,
  keyHash: string,
): Promise<TextKeyRow | undefined> {
  return db
    .selectFrom('text_service_key')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}

/** Those that open the service, oldest first. */
export async function findActiveTextKeys({ db, organizationId }: Tenant): Promise<TextKeyRow[]> {
  return db
    .selectFrom('text_service_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The jobs of a key stay whose they are, so it only gets another text. */
export async function replaceTextKey(
  { db, organizationId }: Tenant,
  id: string,
  key: Pick<NewKey, 'key_hash' | 'sealed_key'>,
): Promise<void> {
  await db
    .updateTable('text_service_key')
    .set({ ...key, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
