import { endedStates } from '@recto/contract/billing/billing'
import { AppError } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { listEndedSubscriptions, openAccount, recordProblem } from './billing.store.ts'
import type { ProvidedSubscription } from './provider/billing-provider.ts'
import { openProvider } from './provider/open-provider.ts'
import { storeSubscription } from './store-subscription.ts'

export type LatestSubscriptions = {
  /** Time up to which the subscriptions are known. */
  readonly at: Date
  readonly subscriptions: readonly ProvidedSubscription[]
}

/**
 * Fetches all subscriptions of an organization, so that a lost event does no harm. Returns none if the organization is no customer.
 */
export async function syncSubscriptions(
  ctx: Context,
  tenant: Tenant,
): Promise<LatestSubscriptions | undefined> {
  const { customer_id: customerId } = await openAccount(tenant)
  if (customerId === null) return undefined
  const provider = await openProvider(ctx)
  const readAt = new Date()
  const subscriptions = await provider.listSubscriptions(customerId).catch(async (error) => {
    if (error instanceof AppError) await recordProblem(tenant, error.message)
    throw error
  })
  await recordProblem(tenant, null)
  // Earlier purchases come first.
  const endedIds = await listEndedSubscriptions(tenant)
  const inOrder = subscriptions
    // Nothing changes after an end that is stored.
    .filter(({ id, status }) => !(endedStates.includes(status) && endedIds.includes(id)))
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
  for (const subscription of inOrder) {
    await inTransaction(tenant, (transaction) =>
      storeSubscription(ctx, transaction, { subscription, readAt }),
    )
  }
  return { at: readAt, subscriptions }
}
