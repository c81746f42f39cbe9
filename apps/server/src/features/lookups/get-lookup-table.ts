import { permits } from '@recto/contract/policy/permits'
import { forbidden, notFound } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { loadAccess, type ObjectAccess } from '../../platform/db/sharing.ts'
import { findLookupTable, type LookupTableRow } from './rows/lookup-tables.store.ts'

type GetLookupTableRequest = { readonly actor: Actor; readonly id: string }

/**
 * Returns a lookup table for an action, which is to read it unless stated otherwise. Throws 404 when the actor may
 * not see it, 403 when they may not do more than that.
 */
export async function getLookupTable(
  ctx: Pick<Context, 'db'>,
  { actor, id }: GetLookupTableRequest,
  action: 'see' | 'change' | 'delete' = 'see',
): Promise<LookupTableRow & ObjectAccess> {
  const tenant = tenantOf(ctx, actor)
  const table = await findLookupTable(tenant, id)
  const access = (await loadAccess(tenant, 'lookup_table', [id]))(id)
  if (!table || !permits(actor, 'lookup-table/see', { ...table, ...access })) {
    throw notFound('lookup table')
  }
  if (!permits(actor, `lookup-table/${action}`, { ...table, ...access })) throw forbidden()
  return { ...table, ...access }
}
