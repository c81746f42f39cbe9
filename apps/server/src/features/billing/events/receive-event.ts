import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { openProvider } from '../provider/open-provider.ts'
import { refreshSubscriptionJob } from './billing.jobs.ts'
import { findOrganizationOfCustomer, insertEvent } from './billing-events.store.ts'

type Sent = { readonly body: string; readonly signature: string }

/**
 * Stores what the provider tells, and in the same transaction asks for what is to be made of it; what
 * comes again changes nothing. What is of no customer of ours is answered and forgotten.
 */
export async function receiveEvent(ctx: Context, sent: Sent): Promise<void> {
  const provider = await openProvider(ctx)
  const event = await provider.readEvent(sent.body, sent.signature)
  if (!event) throw badRequest('The signature is not valid.')
  if (!event.about) return
  const { subscriptionId, customerId } = event.about
  const organizationId = await findOrganizationOfCustomer(ctx, customerId)
  if (organizationId === undefined) {
    ctx.log.warn({ eventId: event.id }, 'an event of billing is of no organization')
    return
  }
  const tenant: Tenant = { db: ctx.db, organizationId }
  await inTransaction(tenant, async (within) => {
    const { id, type } = event
    if (!(await insertEvent(within, { id, type, subscriptionId }))) return
    await ctx.jobs.enqueue(
      refreshSubscriptionJob,
      { organizationId, subscriptionId },
      { key: `billing-event:${id}`, organizationId, db: within.db },
    )
  })
}
