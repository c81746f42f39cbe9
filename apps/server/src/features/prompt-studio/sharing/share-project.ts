import { forbidden, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { getProject, hasProjectPermission } from '../rows/access.ts'
import { findVisibleProject, type ProjectRow } from '../rows/projects.store.ts'
import {
  deletePublicShare,
  findPublicShare,
  listPublicShares,
  type PublicShare,
  startPublicShare,
} from '../rows/public-shares.store.ts'

type ProjectRequest = { readonly actor: Actor; readonly projectId: string }

/** Lets everybody who has the link read the project. A shared project keeps its link. */
export async function shareProject(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectRequest,
): Promise<PublicShare> {
  const project = await assertMayPublish(ctx, { actor, projectId })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const share = await startPublicShare(tenant, { projectId, userId: actor.userId })
    await recordSharingChange(tenant, actor, { action: 'project.published', project })
    return share
  })
}

/** Ends public access; the link stops working. */
export async function unshareProject(
  ctx: Pick<Context, 'db'>,
  { actor, shareId }: { readonly actor: Actor; readonly shareId: string },
): Promise<void> {
  const tenant = tenantOf(ctx, actor)
  const share = await findPublicShare(ctx, shareId)
  if (share?.organization_id !== tenant.organizationId) throw notFound('share')
  const project = await assertMayPublish(ctx, { actor, projectId: share.project_id })
  await inTransaction(tenant, async (transaction) => {
    await deletePublicShare(transaction, shareId)
    await recordSharingChange(transaction, actor, { action: 'project.unpublished', project })
  })
}

async function assertMayPublish(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectRequest,
): Promise<ProjectRow> {
  const project = await getProject(ctx, { actor, projectId })
  if (!(await hasProjectPermission(ctx, actor, 'project/publish', { project }))) throw forbidden()
  return project
}

type SharingChange = {
  readonly action: 'project.published' | 'project.unpublished'
  readonly project: ProjectRow
}

const recordSharingChange = (
  tenant: Tenant,
  actor: Actor,
  { action, project: { id, name } }: SharingChange,
) =>
  recordChange(tenant, actor, {
    action,
    subject: { type: 'project', id, name },
    before: { has_public_link: action === 'project.unpublished' },
    after: { has_public_link: action === 'project.published' },
  })

type SharingSource = {
  readonly shareId: string | undefined
  /** The project of which this is a copy, if the actor may see it. */
  readonly source: ProjectRow | undefined
}

export async function findProjectSource(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ProjectRequest,
): Promise<SharingSource> {
  const project = await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const shareId = (await listPublicShares(tenant, [projectId])).get(projectId)
  const { source_project_id: sourceId } = project
  return {
    shareId,
    source: sourceId ? await findVisibleProject(tenant, actor, sourceId) : undefined,
  }
}
