import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { type LookupTableRow, listVisibleLookupTables } from './rows/lookup-tables.store.ts'

/** Returns the lookup tables that the actor may use, by their names. */
export async function findUsableTables(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<ReadonlyMap<string, LookupTableRow>> {
  const tables = await listVisibleLookupTables(tenantOf(ctx, actor), actor)
  return new Map(tables.map((table) => [table.name, table]))
}
