import type { Tenant } from '../../platform/db/database.ts'
import { toStorableText } from '../../platform/db/sql-text.ts'

export async function findAddressReply(
  { db, organizationId }: Tenant,
  callKey: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('address_reply')
    .select('reply')
    .where('organization_id', '=', organizationId)
    .where('call_key', '=', callKey)
    .executeTakeFirst()
  return row?.reply
}

/** Saves a reply; a reply that is already stored under the key is not replaced. */
export async function saveAddressReply(
  { db, organizationId }: Tenant,
  callKey: string,
  reply: string,
): Promise<void> {
  await db
    .insertInto('address_reply')
    .values({ organization_id: organizationId, call_key: callKey, reply: toStorableText(reply) })
    .onConflict((c) => c.columns(['organization_id', 'call_key']).doNothing())
    .execute()
}

export async function deleteOldAddressReplies(
  { db, organizationId }: Tenant,
  olderThan: Date,
): Promise<void> {
  await db
    .deleteFrom('address_reply')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', olderThan)
    .execute()
}
