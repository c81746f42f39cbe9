import type { Tenant } from '../../platform/db/database.ts'
import { findCallKeys } from '../usage/usage.port.ts'
import { deleteCalls } from './model-calls.store.ts'

/** Removes what the models of executions were asked and replied. What it cost stays. */
export async function forgetModelCalls(
  tenant: Tenant,
  executionIds: readonly string[],
): Promise<void> {
  await deleteCalls(tenant, await findCallKeys(tenant, executionIds))
}
