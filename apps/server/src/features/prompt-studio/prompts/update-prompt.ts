import type { PromptChanges } from '@recto/contract/prompts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { assertProfileOf, keyTaken } from './create-prompt.ts'
import { getPrompt } from './get-prompt.ts'
import { promptColumns } from './prompt-columns.ts'
import { type PromptRow, updatePromptRow } from './prompts.store.ts'

type Input = { readonly actor: Actor; readonly promptId: string; readonly changes: PromptChanges }

export async function updatePrompt(
  ctx: Pick<Context, 'db'>,
  { actor, promptId, changes }: Input,
): Promise<PromptRow> {
  const prompt = await getPrompt(ctx, { actor, promptId })
  const tenant = tenantOf(ctx, actor)
  await assertProfileOf(tenant, prompt.project_id, changes)
  const updated = await updatePromptRow(tenant, promptId, {
    ...promptColumns(changes, prompt),
    modified_by: actor.userId,
  })
  if (!updated) throw keyTaken(changes.prompt_key ?? prompt.key)
  return updated
}
