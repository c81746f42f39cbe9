import type { Tenant } from '../../../platform/db/database.ts'

type Alias = {
  readonly tableId: string
  readonly value: string
  readonly rowKey: string | null
  readonly createdBy: number
}

export async function saveAlias(
  { db, organizationId }: Tenant,
  { tableId, value, rowKey, createdBy }: Alias,
): Promise<void> {
  const meaning = { row_key: rowKey, created_by: createdBy, created_at: new Date() }
  await db
    .insertInto('lookup_alias')
    .values({ organization_id: organizationId, lookup_table_id: tableId, value, ...meaning })
    .onConflict((conflict) => conflict.columns(['lookup_table_id', 'value']).doUpdateSet(meaning))
    .execute()
}

/** Returns false if there is none. */
export async function deleteAlias(
  { db, organizationId }: Tenant,
  { tableId, value }: Pick<Alias, 'tableId' | 'value'>,
): Promise<boolean> {
  const deletedRow = await db
    .deleteFrom('lookup_alias')
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', tableId)
    .where('value', '=', value)
    .returning('value')
    .executeTakeFirst()
  return deletedRow !== undefined
}

/** Returns the cells of a row of the current version of a table; `undefined` if it has no such row. */
export async function findCells(
  { db, organizationId }: Tenant,
  { tableId, rowKey }: { readonly tableId: string; readonly rowKey: string },
): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom('lookup_row')
    .select('cells')
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', tableId)
    .where('row_key', '=', rowKey)
    .where('to_version', 'is', null)
    .executeTakeFirst()
  return row?.cells
}
