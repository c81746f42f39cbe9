import type { Tenant } from '../../platform/db/database.ts'
import type { Product } from './catalogue.ts'

/** Returns the ids of the checkouts that may still be paid. */
export async function listOpenCheckouts(
  { db, organizationId }: Tenant,
  product: Product,
): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_checkout')
    .select('session_id')
    .where('organization_id', '=', organizationId)
    .where('product', '=', product)
    .where('closed_at', 'is', null)
    .orderBy('opened_at')
    .execute()
  return rows.map(({ session_id }) => session_id)
}

type NewCheckout = {
  readonly sessionId: string
  readonly product: Product
  readonly planId: string
}

export async function insertCheckout(
  { db, organizationId }: Tenant,
  { sessionId, product, planId }: NewCheckout,
): Promise<void> {
  const columns = { session_id: sessionId, product, plan_id: planId }
  await db
    .insertInto('billing_checkout')
    .values({ organization_id: organizationId, ...columns })
    .execute()
}

export async function closeCheckout(
  { db, organizationId }: Tenant,
  sessionId: string,
): Promise<void> {
  await db
    .updateTable('billing_checkout')
    .set({ closed_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('session_id', '=', sessionId)
    .execute()
}
