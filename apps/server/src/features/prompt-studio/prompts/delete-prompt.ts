import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getPrompt } from './get-prompt.ts'
import { deletePromptRow } from './prompts.store.ts'

/** Its outputs go with it. */
export async function deletePrompt(
  ctx: Pick<Context, 'db'>,
  { actor, promptId }: { readonly actor: Actor; readonly promptId: string },
): Promise<void> {
  await getPrompt(ctx, { actor, promptId })
  await deletePromptRow(tenantOf(ctx, actor), promptId)
}
