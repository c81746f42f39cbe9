import type { Selectable } from 'kysely'
import type { Installation, Tables, Tenant } from '../../../platform/db/database.ts'

export type PublicShare = Selectable<Tables['public_share']>

/** Of any organization: the id, which cannot be guessed, says of which. */
export async function findPublicShare(
  { db }: Installation,
  id: string,
): Promise<PublicShare | undefined> {
  return db.selectFrom('public_share').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The one that the project has, else a new one. */
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

/** Nobody reads it any longer; a later one has another id. */
export async function deletePublicShare({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('public_share')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** The ids of the shares of those projects that have one. */
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
