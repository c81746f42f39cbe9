import type { Tenant } from '../../platform/db/database.ts'
import { findWorkflowNames } from './workflows.store.ts'

export async function workflowNames(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await findWorkflowNames(tenant, [...new Set(ids)])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
