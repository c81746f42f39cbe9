import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableJson } from '../../../platform/db/sql-text.ts'

/** Loads the results of the completed steps of a file, by step name. */
export async function findFileSteps(
  { db, organizationId }: Tenant,
  fileId: string,
): Promise<ReadonlyMap<string, unknown>> {
  const rows = await db
    .selectFrom('file_step')
    .select(['name', 'result'])
    .where('organization_id', '=', organizationId)
    .where('file_execution_id', '=', fileId)
    .execute()
  return new Map(rows.map(({ name, result }) => [name, result]))
}

/** Stores the result of a step; an existing result stays. */
export async function insertFileStep(
  { db, organizationId }: Tenant,
  {
    fileId,
    name,
    result,
  }: { readonly fileId: string; readonly name: string; readonly result: unknown },
): Promise<void> {
  await db
    .insertInto('file_step')
    .values({
      organization_id: organizationId,
      file_execution_id: fileId,
      name,
      result: toStorableJson(result ?? null),
    })
    .onConflict((c) => c.columns(['file_execution_id', 'name']).doNothing())
    .execute()
}
