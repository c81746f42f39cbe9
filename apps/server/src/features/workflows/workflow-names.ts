import type { Tenant } from '../../platform/db/database.ts'
import { findAllWorkflowNames, findWorkflowNames } from './workflows.store.ts'

export async function workflowNames(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await findWorkflowNames(tenant, [...new Set(ids)])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Of the whole organization, for those who set up what is looked at and see no workflow otherwise. */
export const allWorkflowNames = (
  tenant: Tenant,
  limit: number,
): Promise<readonly { readonly id: string; readonly name: string }[]> =>
  findAllWorkflowNames(tenant, limit)
