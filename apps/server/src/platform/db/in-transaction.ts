import type { Tenant } from './database.ts'

/** Runs `act` in one transaction: all of it happens or nothing. Inside a transaction it joins that one. */
export async function inTransaction<T>(
  tenant: Tenant,
  act: (within: Tenant) => Promise<T>,
): Promise<T> {
  if (tenant.db.isTransaction) return act(tenant)
  return tenant.db.transaction().execute((db) => act({ ...tenant, db }))
}
