import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { getPrompt } from '../rows/get-prompt.ts'
import { deletePromptRow } from '../rows/prompts.store.ts'

/** Its outputs go with it. */
export async function deletePrompt(
  ctx: Pick<Context, 'db'>,
  { actor, promptId }: { readonly actor: Actor; readonly promptId: string },
): Promise<void> {
  await getPrompt(ctx, { actor, promptId })
  await deletePromptRow(tenantOf(ctx, actor), promptId)
}
