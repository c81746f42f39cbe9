import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { listVisibleProjects, type ProjectRow } from '../rows/projects.store.ts'

export async function listProjects(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<readonly ProjectRow[]> {
  return listVisibleProjects(tenantOf(ctx, actor), actor)
}
