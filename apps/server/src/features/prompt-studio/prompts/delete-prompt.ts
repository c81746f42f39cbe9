import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { getPrompt } from '../rows/get-prompt.ts'
import { deletePromptRow } from '../rows/prompts.store.ts'
import { keepRemoved } from '../rows/removed.store.ts'

/** Its outputs go with it; for a while all of it can be brought back. */
export async function deletePrompt(
  ctx: Pick<Context, 'db'>,
  { actor, promptId }: { readonly actor: Actor; readonly promptId: string },
): Promise<void> {
  const { project_id: projectId } = await getPrompt(ctx, { actor, promptId })
  const item = { id: promptId, projectId, kind: 'prompt', hash: null } as const
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await keepRemoved(tenant, { ...item, removedBy: actor.userId })
    await deletePromptRow(tenant, promptId)
  })
}
