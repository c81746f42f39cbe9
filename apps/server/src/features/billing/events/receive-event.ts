import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { refreshSubscriptionJob } from '../billing.jobs.ts'
import { openProvider } from '../provider/open-provider.ts'
import { findOrganizationOfCustomer, insertEvent } from './billing-events.store.ts'

type SignedEvent = { readonly body: string; readonly signature: string }

/**
 * Stores an event of the provider and, in the same transaction, enqueues a refresh of its
 * subscription. A repeated event changes nothing. An event of an unknown customer is accepted and
 * dropped.
 */
export async function receiveEvent(ctx: Context, signedEvent: SignedEvent): Promise<void> {
  const provider = await openProvider(ctx)
  const event = await provider.readEvent(signedEvent.body, signedEvent.signature)
  if (!event) throw badRequest('The signature is not valid.')
  if (!event.about) return
  const { subscriptionId, customerId } = event.about
  const organizationId = await findOrganizationOfCustomer(ctx, customerId)
  if (organizationId === undefined) {
    ctx.log.warn({ eventId: event.id }, 'a billing event belongs to no organization')
    return
  }
  const tenant: Tenant = { db: ctx.db, organizationId }
  await inTransaction(tenant, async (transaction) => {
    const { id, type } = event
    if (!(await insertEvent(transaction, { id, type, subscriptionId }))) return
    await ctx.jobs.enqueue(
      refreshSubscriptionJob,
      { organizationId, subscriptionId },
      { key: `billing-event:${id}`, organizationId, db: transaction.db },
    )
  })
}
