import type { Tenant } from '../../platform/db/database.ts'
import { storableText } from '../../platform/db/storable.ts'

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

/** The first reply under a key stays. */
export async function keepAddressReply(
  { db, organizationId }: Tenant,
  callKey: string,
  reply: string,
): Promise<void> {
  await db
    .insertInto('address_reply')
    .values({ organization_id: organizationId, call_key: callKey, reply: storableText(reply) })
    .onConflict((c) => c.columns(['organization_id', 'call_key']).doNothing())
    .execute()
}

export async function deleteOldAddressReplies(
  { db, organizationId }: Tenant,
  before: Date,
): Promise<void> {
  await db
    .deleteFrom('address_reply')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', before)
    .execute()
}
