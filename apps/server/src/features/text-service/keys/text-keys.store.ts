import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'
import type { KeyTableRow } from '../../organizations/organizations.port.ts'

export type TextKeyRow = KeyTableRow<'text_service_key'>

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
