import { forbidden, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { getProject } from '../rows/get-project.ts'
import { mayWithProject } from '../rows/may-with-project.ts'
import { findVisibleProject, type ProjectRow } from '../rows/projects.store.ts'
import {
  deletePublicShare,
  findPublicShare,
  listPublicShares,
  type PublicShare,
  startPublicShare,
} from '../rows/public-shares.store.ts'

type OfProject = { readonly actor: Actor; readonly projectId: string }

/** Lets everybody who has the link read the project. One that is shared already keeps its link. */
export async function shareProject(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: OfProject,
): Promise<PublicShare> {
  const project = await assertMayPublish(ctx, { actor, projectId })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const share = await startPublicShare(tenant, { projectId, userId: actor.userId })
    await record(tenant, actor, { action: 'project.published', project })
    return share
  })
}

/** The link opens nothing from now on. */
export async function unshareProject(
  ctx: Pick<Context, 'db'>,
  { actor, shareId }: { readonly actor: Actor; readonly shareId: string },
): Promise<void> {
  const tenant = tenantOf(ctx, actor)
  const share = await findPublicShare(ctx, shareId)
  if (share?.organization_id !== tenant.organizationId) throw notFound('share')
  const project = await assertMayPublish(ctx, { actor, projectId: share.project_id })
  await inTransaction(tenant, async (within) => {
    await deletePublicShare(within, shareId)
    await record(within, actor, { action: 'project.unpublished', project })
  })
}

async function assertMayPublish(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: OfProject,
): Promise<ProjectRow> {
  const project = await getProject(ctx, { actor, projectId })
  if (!(await mayWithProject(ctx, actor, 'project/publish', { project }))) throw forbidden()
  return project
}

type Recorded = {
  readonly action: 'project.published' | 'project.unpublished'
  readonly project: ProjectRow
}

const record = (tenant: Tenant, actor: Actor, { action, project: { id, name } }: Recorded) =>
  recordChange(tenant, actor, { action, subject: { type: 'project', id, name } })

type Source = {
  readonly shareId: string | undefined
  /** Of which it is a copy, where the actor sees that one. */
  readonly source: ProjectRow | undefined
}

export async function findSource(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: OfProject,
): Promise<Source> {
  const project = await getProject(ctx, { actor, projectId })
  const tenant = tenantOf(ctx, actor)
  const shareId = (await listPublicShares(tenant, [projectId])).get(projectId)
  const { source_project_id: sourceId } = project
  return {
    shareId,
    source: sourceId ? await findVisibleProject(tenant, actor, sourceId) : undefined,
  }
}
