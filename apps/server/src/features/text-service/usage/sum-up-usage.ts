import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { findOddDays, holdSums, moveSums, sumDays } from './usage-sums.store.ts'

/**
 * Sums up the days that are over, by key, plan, mode and tag, so that months are read from few rows.
 * The last days that were summed up before are compared with the rows behind them, and done again
 * where they differ.
 */
export async function sumUpUsage({ log }: Pick<Context, 'log'>, tenant: Tenant): Promise<void> {
  await inTransaction(tenant, async (within) => {
    await holdSums(within)
    for (const day of await findOddDays(within)) {
      const { organizationId } = within
      log.warn({ organizationId, day }, 'a day of the text service was summed up anew')
      await sumDays(within, { from: day, days: 1 })
    }
    await moveSums(within)
  })
}
