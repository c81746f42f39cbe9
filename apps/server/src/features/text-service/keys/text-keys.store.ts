import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

export type TextKeyRow = Selectable<Tables['text_service_key']>

type NewTextKeyValues = Pick<TextKeyRow, 'key_hash' | 'sealed_key' | 'description'> & {
  readonly is_for_paid_plan?: boolean
}

export async function insertTextKey(
  { db, organizationId }: Tenant,
  key: NewTextKeyValues,
): Promise<TextKeyRow> {
  return db
    .insertInto('text_service_key')
    .values({ ...key, organization_id: organizationId, is_active: true })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Finds a key of any organization: the key determines which one. */
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

/** Returns the active keys, oldest first. */
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

/** Replaces only the secret of a key, so that its jobs keep their owner. */
export async function replaceTextKey(
  { db, organizationId }: Tenant,
  id: string,
  key: Pick<NewTextKeyValues, 'key_hash' | 'sealed_key'>,
): Promise<void> {
  await db
    .updateTable('text_service_key')
    .set({ ...key, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Returns keys, oldest first. */
export async function findTextKeys(
  { db, organizationId }: Tenant,
  limit: number,
): Promise<TextKeyRow[]> {
  return db
    .selectFrom('text_service_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Locks the organization until the transaction ends, so that nobody else creates a key. */
export async function lockTextKeys({ db, organizationId }: Tenant): Promise<void> {
  await sql`select id from organization where id = ${organizationId} for no key update`.execute(db)
}

export async function findKeyOfPlan(
  { db, organizationId }: Tenant,
  { isForPaidPlan }: { readonly isForPaidPlan: boolean },
): Promise<Pick<TextKeyRow, 'id'> | undefined> {
  return db
    .selectFrom('text_service_key')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('is_for_paid_plan', '=', isForPaidPlan)
    .limit(1)
    .executeTakeFirst()
}

/** Finds a key by its id or by the hash of its secret, and locks it until the transaction ends. */
export async function findTextKey(
  { db, organizationId }: Tenant,
  { key, hash }: { readonly key: string; readonly hash: string },
): Promise<TextKeyRow | undefined> {
  return db
    .selectFrom('text_service_key')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where((expression) =>
      expression.or([
        expression('key_hash', '=', hash),
        expression(sql`id::text`, '=', key.toLowerCase()),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
}

export async function removeTextKey({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('text_service_key')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
