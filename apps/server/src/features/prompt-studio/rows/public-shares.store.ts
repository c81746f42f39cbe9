import type { Selectable } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

export type PublicShare = Selectable<Tables['public_share']>

/**
 * Finds a share in any organization: the id, which cannot be guessed, identifies the organization.
 */
export async function findPublicShare(
  { db }: Installation,
  id: string,
): Promise<PublicShare | undefined> {
  return db.selectFrom('public_share').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Returns the existing share of the project, or creates one. */
export async function startPublicShare(
  { db, organizationId }: Tenant,
  { projectId, userId }: { readonly projectId: string; readonly userId: number },
): Promise<PublicShare> {
  const share = { organization_id: organizationId, project_id: projectId, created_by: userId }
  return db
    .insertInto('public_share')
    .values(share)
    .onConflict((c) =>
      c.constraint('public_share_project_key').doUpdateSet({ project_id: projectId }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends public access. A later share gets another id. */
export async function deletePublicShare({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('public_share')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Returns the share ids by project id. */
export async function listPublicShares(
  { db, organizationId }: Tenant,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('public_share')
    .select(['id', 'project_id'])
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .execute()
  return new Map(rows.map(({ id, project_id }) => [project_id, id]))
}
