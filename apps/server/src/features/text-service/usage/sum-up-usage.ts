import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { findDeviatingDays, lockUsageSums, sumDays, sumNewDays } from './usage-sums.store.ts'

/**
 * Stores the sums of past days by key, plan, mode and tag, so that months are read from few rows.
 * The last summed days are compared with their rows, and summed again where they differ.
 */
export async function sumUpUsage({ log }: Pick<Context, 'log'>, tenant: Tenant): Promise<void> {
  await inTransaction(tenant, async (transaction) => {
    await lockUsageSums(transaction)
    for (const day of await findDeviatingDays(transaction)) {
      const { organizationId } = transaction
      log.warn(
        { organizationId, day },
        'the usage of the text service for a day was summed up again',
      )
      await sumDays(transaction, { from: day, days: 1 })
    }
    await sumNewDays(transaction)
  })
}
