import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getProject } from '../rows/access.ts'
import { listCurrentRuns, type RunRow } from './runs.store.ts'

/** Lists the unfinished and failed runs of a project that the actor may see. */
export async function listProjectRuns(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<readonly RunRow[]> {
  await getProject(ctx, { actor, projectId })
  return listCurrentRuns(tenantOf(ctx, actor), projectId)
}
