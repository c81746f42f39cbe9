import type { Installation, Tenant } from '../../../platform/db/database.ts'
import type { ProvidedEvent } from '../provider/billing-provider.ts'

/** Finds the organization of a customer of the provider. */
export async function findOrganizationOfCustomer(
  { db }: Installation,
  customerId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('billing_account')
    .select('organization_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.organization_id
}

type NewEvent = Pick<ProvidedEvent, 'id' | 'type'> & { readonly subscriptionId: string }

/** Inserts an event; returns whether it is new. */
export async function insertEvent(
  { db, organizationId }: Tenant,
  { id, type, subscriptionId }: NewEvent,
): Promise<boolean> {
  const row = await db
    .insertInto('billing_event')
    .values({ id, organization_id: organizationId, type, subscription_id: subscriptionId })
    .onConflict((c) => c.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks the events of a subscription up to that time as processed. */
export async function markHandled(
  { db, organizationId }: Tenant,
  { subscriptionId, until }: { readonly subscriptionId: string; readonly until: Date },
): Promise<void> {
  await db
    .updateTable('billing_event')
    .set({ handled_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('subscription_id', '=', subscriptionId)
    .where('received_at', '<=', until)
    .where('handled_at', 'is', null)
    .execute()
}
