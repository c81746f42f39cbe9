import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getPrompt } from '../rows/get-prompt.ts'
import { changePrompt, type EditablePrompt, type PromptRow } from '../rows/prompts.store.ts'
import { assertProfileOf, keyTaken, withoutProfileOfNotes } from './create-prompt.ts'

type Input = { readonly actor: Actor; readonly promptId: string; readonly changes: EditablePrompt }

export async function updatePrompt(
  ctx: Pick<Context, 'db'>,
  { actor, promptId, changes }: Input,
): Promise<PromptRow> {
  const prompt = await getPrompt(ctx, { actor, promptId })
  const tenant = tenantOf(ctx, actor)
  await assertProfileOf(tenant, prompt.project_id, changes)
  const updated = await changePrompt(tenant, promptId, {
    ...withoutProfileOfNotes(changes),
    evaluation: changes.evaluation && { ...prompt.evaluation, ...changes.evaluation },
    modifiedBy: actor.userId,
  })
  if (!updated) throw keyTaken(changes.key ?? prompt.key)
  return updated
}
