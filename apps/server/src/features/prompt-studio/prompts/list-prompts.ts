import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getProject } from '../rows/access.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'

type ListPromptsRequest = { readonly actor: Actor; readonly projectId: string }

/**
 * Lists prompts in the order in which they are shown. Throws 404 for a project that the actor may
 * not see.
 */
export async function listPrompts(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: ListPromptsRequest,
): Promise<PromptRow[]> {
  await getProject(ctx, { actor, projectId })
  return listPromptsOfProjects(tenantOf(ctx, actor), [projectId])
}
