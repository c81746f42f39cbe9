import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type OpenedLlm, openLlm } from '../../adapters/adapters.port.ts'

type AdapterOfCalls = {
  readonly adapterId: string
  /** Time of the first call: an unfinished run goes on with the settings that it began with. */
  readonly firstCallAt: Date
}

/**
 * Opens the adapter of calls that wait; `undefined` where it cannot be opened. An outage of the database says nothing about
 * the adapter, and must not give up a batch that is paid for.
 */
export async function openAdapterOfCalls(
  ctx: Context,
  tenant: Tenant,
  { adapterId, firstCallAt }: AdapterOfCalls,
): Promise<OpenedLlm | undefined> {
  try {
    return await openLlm({ ...ctx, settingsTime: firstCallAt }, tenant, adapterId)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
