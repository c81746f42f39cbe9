import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { settleAlarms } from '../alarms/alarms.store.ts'
import { raiseAlarm } from '../alarms/raise-alarm.ts'
import { refreshSubscriptionJob } from '../billing.jobs.ts'
import { findPlan } from '../catalogue.ts'
import type { ProvidedEvent } from '../provider/billing-provider.ts'
import { openProvider } from '../provider/open-provider.ts'
import { findOrganizationOfCustomer, insertEvent } from './billing-events.store.ts'

type SignedEvent = { readonly body: string; readonly signature: string }

/**
 * Stores an event of the provider and, in the same transaction, enqueues a refresh of its
 * subscription. A repeated event changes nothing. An event of an unknown customer is accepted and
 * dropped; if that customer pays for one of our plans, people are told.
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
    return checkOrphan(ctx, event.about)
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

/** The organization may have been deleted while its subscription is still paid. */
async function checkOrphan(
  ctx: Context,
  { subscriptionId, planId, isLive }: NonNullable<ProvidedEvent['about']>,
): Promise<void> {
  if (planId === undefined || !findPlan(ctx.config.productId, planId)) return
  const alarm = { kind: 'unknown_customer', subject: subscriptionId }
  if (!isLive) return settleAlarms(ctx, null, alarm)
  await raiseAlarm(ctx, null, {
    ...alarm,
    detail: `The subscription “${subscriptionId}” is paid by a customer without an organization. If the organization was deleted, cancel the subscription at the payment provider.`,
  })
}
