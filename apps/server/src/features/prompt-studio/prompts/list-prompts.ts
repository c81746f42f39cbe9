import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getProject } from '../rows/get-project.ts'
import { listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'

type Input = { readonly actor: Actor; readonly projectId: string }

/** In the order in which they are shown. Throws 404 for a project that the actor does not see. */
export async function listPrompts(
  ctx: Pick<Context, 'db'>,
  { actor, projectId }: Input,
): Promise<PromptRow[]> {
  await getProject(ctx, { actor, projectId })
  return listPromptsOfProjects(tenantOf(ctx, actor), [projectId])
}
