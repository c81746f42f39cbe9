import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findVisibleProject, type ProjectRow } from './projects.store.ts'

/** Throws 404 for what the actor may not see. */
export async function getProject(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<ProjectRow> {
  const project = await findVisibleProject(tenantOf(ctx, actor), actor, projectId)
  if (!project) throw notFound('project')
  return project
}
