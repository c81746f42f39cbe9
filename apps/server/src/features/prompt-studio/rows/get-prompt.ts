import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { findVisibleProject } from './projects.store.ts'
import { findPrompt, type PromptRow } from './prompts.store.ts'

/** Throws 404 outside the actor's projects. */
export async function getPrompt(
  ctx: Pick<Context, 'db'>,
  { actor, promptId }: { readonly actor: Actor; readonly promptId: string },
): Promise<PromptRow> {
  const tenant = tenantOf(ctx, actor)
  const prompt = await findPrompt(tenant, promptId)
  const project = prompt && (await findVisibleProject(tenant, actor, prompt.project_id))
  if (!prompt || !project) throw notFound('prompt')
  return prompt
}
