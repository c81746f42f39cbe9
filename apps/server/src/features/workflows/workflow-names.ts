import type { Tenant } from '../../platform/db/database.ts'
import { findAllWorkflowNames, findWorkflowNames } from './workflows.store.ts'

export async function findWorkflowNamesById(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await findWorkflowNames(tenant, [...new Set(ids)])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Lists all workflow names of the organization, for administrators of reviews who cannot list
 * workflows.
 */
export const listAllWorkflowNames = (
  tenant: Tenant,
  limit: number,
): Promise<readonly { readonly id: string; readonly name: string }[]> =>
  findAllWorkflowNames(tenant, limit)
