import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { getPrompt } from '../rows/access.ts'
import type { AssertUnchanged } from '../rows/assert-unchanged.ts'
import { changePrompt, lockPrompt, type PromptRow } from '../rows/prompts.store.ts'
import { assertMatchTo } from './assert-match-to.ts'
import { keyTakenError } from './create-prompt.ts'
import { type PromptInput, resolvePromptProfile } from './resolve-prompt-profile.ts'

export type UpdatePromptRequest = {
  readonly actor: Actor
  readonly promptId: string
  readonly changes: PromptInput
  /** Present if the caller says what it has seen. */
  readonly assertUnchanged?: AssertUnchanged<PromptRow> | undefined
  /** Called in the transaction of the change, for what must be stored with it. */
  readonly onChanged?: ((tenant: Tenant) => Promise<void>) | undefined
}

/** Changes a prompt. A trigger of the table tells other browsers: `changes/push-project-changes.ts`. */
export async function updatePrompt(
  ctx: Pick<Context, 'db'>,
  { actor, promptId, changes, assertUnchanged, onChanged }: UpdatePromptRequest,
): Promise<PromptRow> {
  const prompt = await getPrompt(ctx, { actor, promptId })
  const tenant = tenantOf(ctx, actor)
  const { project_id: projectId, match_to: current } = prompt
  const { matchTo, enforceType: type = prompt.enforce_type } = changes
  await assertMatchTo(ctx, { actor, projectId, type, matchTo, current })
  const resolvedFields = await resolvePromptProfile(tenant, prompt.project_id, changes, prompt)
  const fields = {
    ...resolvedFields,
    evaluation: changes.evaluation && { ...prompt.evaluation, ...changes.evaluation },
    modifiedBy: actor.userId,
  }
  return inTransaction(tenant, async (transaction) => {
    await assertUnchanged?.(transaction, await lockPrompt(transaction, promptId))
    const updatedPrompt = await changePrompt(transaction, promptId, fields)
    // A duplicate key has aborted the transaction, which must not be committed.
    if (!updatedPrompt) throw keyTakenError(changes.key ?? prompt.key)
    await onChanged?.(transaction)
    return updatedPrompt
  })
}
