import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { listVisibleProjectIds } from '../rows/projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'

/** Lists the prompts of the actor's projects that have table settings. */
export async function listTableSettings(
  ctx: Pick<Context, 'db'>,
  { actor }: { readonly actor: Actor },
): Promise<readonly PromptRow[]> {
  const tenant = tenantOf(ctx, actor)
  const projectIds = await listVisibleProjectIds(tenant, actor)
  return listPromptsOfProjects(tenant, projectIds, { hasTableSettings: true })
}
