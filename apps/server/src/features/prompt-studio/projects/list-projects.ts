import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import {
  countVisibleProjects,
  listVisibleProjects,
  type ProjectRow,
  type WantedProjects,
} from '../rows/projects.store.ts'

export async function listProjects(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  wanted?: WantedProjects,
): Promise<readonly ProjectRow[]> {
  return listVisibleProjects(tenantOf(ctx, actor), actor, wanted)
}

/** Of all pages. */
export async function countListed(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  wanted: WantedProjects,
): Promise<number> {
  return countVisibleProjects(tenantOf(ctx, actor), actor, wanted)
}
