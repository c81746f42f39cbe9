import { notFound } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { listProjectsById, type ProjectRow } from './projects.store.ts'
import { findPublicShare } from './public-shares.store.ts'

export type PublicProject = {
  readonly tenant: Tenant
  readonly project: ProjectRow
  readonly shareId: string
}

/** The project that is shared under the id. Throws 404 for one that is not, or not any longer. */
export async function getPublicProject(
  { db }: Pick<Context, 'db'>,
  shareId: string,
): Promise<PublicProject> {
  const share = isUuid(shareId) ? await findPublicShare({ db }, shareId) : undefined
  if (!share) throw notFound('shared project')
  const tenant = { db, organizationId: share.organization_id }
  const [project] = await listProjectsById(tenant, [share.project_id])
  if (!project) throw notFound('shared project')
  return { tenant, project, shareId }
}
