import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { AssertExpected } from '../rows/assert-expected.ts'
import { getPrompt } from '../rows/get-prompt.ts'
import { changePrompt, lockPrompt, type PromptRow } from '../rows/prompts.store.ts'
import { type GivenPrompt, withChosenProfile } from './choose-profile.ts'
import { keyTaken } from './create-prompt.ts'

type Input = {
  readonly actor: Actor
  readonly promptId: string
  readonly changes: GivenPrompt
  /** Where the caller says what it saw. */
  readonly assertExpected?: AssertExpected<PromptRow> | undefined
}

export async function updatePrompt(
  ctx: Pick<Context, 'db'>,
  { actor, promptId, changes, assertExpected }: Input,
): Promise<PromptRow> {
  const prompt = await getPrompt(ctx, { actor, promptId })
  const tenant = tenantOf(ctx, actor)
  const chosen = await withChosenProfile(tenant, prompt.project_id, changes, prompt)
  const fields = {
    ...chosen,
    evaluation: changes.evaluation && { ...prompt.evaluation, ...changes.evaluation },
    modifiedBy: actor.userId,
  }
  return inTransaction(tenant, async (locked) => {
    await assertExpected?.(locked, await lockPrompt(locked, promptId))
    const updated = await changePrompt(locked, promptId, fields)
    // A refused key has broken the transaction, which must not be committed.
    if (!updated) throw keyTaken(changes.key ?? prompt.key)
    return updated
  })
}
