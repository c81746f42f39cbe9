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

/** Whether the current version of a table has a row. */
export async function hasLookupRow(
  { db, organizationId }: Tenant,
  { tableId, rowKey }: { readonly tableId: string; readonly rowKey: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('lookup_row')
    .select('row_key')
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', tableId)
    .where('row_key', '=', rowKey)
    .where('to_version', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
