import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  countVisibleProjects,
  listVisibleProjects,
  type ProjectListQuery,
  type ProjectRow,
} from '../rows/projects.store.ts'

export async function listProjects(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  query?: ProjectListQuery,
): Promise<readonly ProjectRow[]> {
  return listVisibleProjects(tenantOf(ctx, actor), actor, query)
}

/** Counts the projects on all pages. */
export async function countListedProjects(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  query: ProjectListQuery,
): Promise<number> {
  return countVisibleProjects(tenantOf(ctx, actor), actor, query)
}
