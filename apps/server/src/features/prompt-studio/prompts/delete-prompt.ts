import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { getPrompt } from '../rows/access.ts'
import { deletePromptRow } from '../rows/prompts.store.ts'
import { saveRemoved } from '../rows/removed.store.ts'

/** Deletes the prompt with its outputs. All of it can be restored for a while. */
export async function deletePrompt(
  ctx: Pick<Context, 'db'>,
  { actor, promptId }: { readonly actor: Actor; readonly promptId: string },
): Promise<void> {
  const { project_id: projectId } = await getPrompt(ctx, { actor, promptId })
  const item = { id: promptId, projectId, kind: 'prompt', hash: null } as const
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await saveRemoved(tenant, { ...item, removedBy: actor.userId })
    await deletePromptRow(tenant, promptId)
  })
}
