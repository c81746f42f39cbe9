import type { Tenant } from '../../../platform/db/database.ts'

/**
 * Records that the organization copies the project. Returns false when it already has; a concurrent
 * copy is waited for.
 */
export async function beginKeeping(
  { db, organizationId }: Tenant,
  simpleProjectId: string,
): Promise<boolean> {
  const insertedRow = await db
    .insertInto('simple_kept')
    .values({ organization_id: organizationId, simple_project_id: simpleProjectId })
    .onConflict((c) => c.columns(['organization_id', 'simple_project_id']).doNothing())
    .returning('simple_project_id')
    .executeTakeFirst()
  return insertedRow !== undefined
}

type SimpleKeptEntry = { readonly simpleProjectId: string; readonly projectId: string }

export async function noteKept(
  { db, organizationId }: Tenant,
  { simpleProjectId, projectId }: SimpleKeptEntry,
): Promise<void> {
  await db
    .updateTable('simple_kept')
    .set({ project_id: projectId })
    .where('organization_id', '=', organizationId)
    .where('simple_project_id', '=', simpleProjectId)
    .execute()
}

export async function findKept(
  { db, organizationId }: Tenant,
  simpleProjectId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('simple_kept')
    .select('project_id')
    .where('organization_id', '=', organizationId)
    .where('simple_project_id', '=', simpleProjectId)
    .executeTakeFirst()
  return row?.project_id ?? undefined
}
