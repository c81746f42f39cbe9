import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getProject } from '../rows/get-project.ts'
import { listCells, type RunRow } from './runs.store.ts'

/** What waits, goes on or has failed in a project that the actor sees. */
export async function listProjectRuns(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<readonly RunRow[]> {
  await getProject(ctx, { actor, projectId })
  return listCells(tenantOf(ctx, actor), projectId)
}
