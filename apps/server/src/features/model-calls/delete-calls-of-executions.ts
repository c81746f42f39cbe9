import type { Tenant } from '../../platform/db/database.ts'
import { findCallKeys } from '../usage/usage.port.ts'
import { deleteBatchCallsOf } from './batches/batch-calls.store.ts'
import { deleteCalls } from './model-calls.store.ts'

/** Deletes requests and replies of executions; their usage records remain. */
export async function deleteCallsOfExecutions(
  tenant: Tenant,
  executionIds: readonly string[],
): Promise<void> {
  await deleteBatchCallsOf(tenant, executionIds)
  await deleteCalls(tenant, await findCallKeys(tenant, executionIds))
}
