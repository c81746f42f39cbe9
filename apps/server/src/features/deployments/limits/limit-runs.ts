import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { tooMany } from './limit-calls.ts'
import { givePlaceTo, leavePlace, takePlace } from './run-places.store.ts'

const againInSeconds = 5

/**
 * Starts a run if a slot is free and rejects it otherwise; the slot is released when the run has
 * ended.
 */
export async function inRunPlace<Started extends { readonly execution: { readonly id: string } }>(
  { config, db }: Pick<Context, 'config' | 'db'>,
  tenant: Tenant,
  start: () => Promise<Started>,
): Promise<Started> {
  const { runsPerOrganization: most, runs: mostInAll } = config.apiLimits
  if (most === undefined && mostInAll === undefined) return start()
  const { organizationId } = tenant
  const id = await takePlace({ db }, { organizationId, most, mostInAll })
  if (id === undefined)
    throw tooMany('Too many runs are under way. Try again later.', againInSeconds)
  try {
    const started = await start()
    await givePlaceTo(tenant, { id, executionId: started.execution.id })
    return started
  } catch (error) {
    await leavePlace(tenant, { id })
    throw error
  }
}
