import type { Tenant } from '../../platform/db/database.ts'
import { findCallKeys } from '../usage/usage.port.ts'

/** Removes what the models of executions were asked and replied. What it cost stays. */
export async function forgetModelCalls(
  tenant: Tenant,
  executionIds: readonly string[],
): Promise<void> {
  const { db, organizationId } = tenant
  const callKeys = await findCallKeys(tenant, executionIds)
  if (callKeys.length === 0) return
  await db
    .deleteFrom('model_call')
    .where('organization_id', '=', organizationId)
    .where('call_key', 'in', callKeys)
    .execute()
}
