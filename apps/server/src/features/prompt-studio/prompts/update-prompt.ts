import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getPrompt } from '../rows/get-prompt.ts'
import { changePrompt, type PromptRow } from '../rows/prompts.store.ts'
import { type GivenPrompt, withChosenProfile } from './choose-profile.ts'
import { keyTaken } from './create-prompt.ts'

type Input = { readonly actor: Actor; readonly promptId: string; readonly changes: GivenPrompt }

export async function updatePrompt(
  ctx: Pick<Context, 'db'>,
  { actor, promptId, changes }: Input,
): Promise<PromptRow> {
  const prompt = await getPrompt(ctx, { actor, promptId })
  const tenant = tenantOf(ctx, actor)
  const chosen = await withChosenProfile(tenant, prompt.project_id, changes, prompt)
  const updated = await changePrompt(tenant, promptId, {
    ...chosen,
    evaluation: changes.evaluation && { ...prompt.evaluation, ...changes.evaluation },
    modifiedBy: actor.userId,
  })
  if (!updated) throw keyTaken(changes.key ?? prompt.key)
  return updated
}
