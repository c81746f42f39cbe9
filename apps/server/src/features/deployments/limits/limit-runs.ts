import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { tooManyRequests } from './limit-calls.ts'
import { acquireRunSlot, assignRunSlot, releaseRunSlot } from './run-slots.store.ts'

const againInSeconds = 5

/**
 * Starts a run if a slot is free and rejects it otherwise; the slot is released when the run has
 * ended.
 */
export async function withRunSlot<TRun extends { readonly execution: { readonly id: string } }>(
  { config, db }: Pick<Context, 'config' | 'db'>,
  tenant: Tenant,
  start: () => Promise<TRun>,
): Promise<TRun> {
  const { runsPerOrganization: maxOfOrganization, runs: maxInAll } = config.apiLimits
  if (maxOfOrganization === undefined && maxInAll === undefined) return start()
  const { organizationId } = tenant
  const id = await acquireRunSlot({ db }, { organizationId, maxOfOrganization, maxInAll })
  if (id === undefined)
    throw tooManyRequests('Too many runs are in progress. Try again later.', againInSeconds)
  try {
    const run = await start()
    await assignRunSlot(tenant, { id, executionId: run.execution.id })
    return run
  } catch (error) {
    await releaseRunSlot(tenant, { id })
    throw error
  }
}
