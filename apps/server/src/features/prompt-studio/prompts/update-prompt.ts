import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { getPrompt } from '../rows/get-prompt.ts'
import { changePrompt, lockPrompt, type PromptRow } from '../rows/prompts.store.ts'
import { type GivenPrompt, withChosenProfile } from './choose-profile.ts'
import { keyTaken } from './create-prompt.ts'

type ExpectedPrompt = Partial<Pick<PromptRow, 'key' | 'prompt'>>

type Input = {
  readonly actor: Actor
  readonly promptId: string
  readonly changes: GivenPrompt
  /** The texts as the caller saw them. */
  readonly expected?: ExpectedPrompt | undefined
}

export async function updatePrompt(
  ctx: Pick<Context, 'db'>,
  { actor, promptId, changes, expected }: Input,
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
    const now = expected && (await lockPrompt(locked, promptId))
    if (now && !isExpected(now, expected)) throw changedMeanwhile()
    const updated = await changePrompt(locked, promptId, fields)
    // A refused key has broken the transaction, which must not be committed.
    if (!updated) throw keyTaken(changes.key ?? prompt.key)
    return updated
  })
}

const isExpected = (now: PromptRow, { key = now.key, prompt = now.prompt }: ExpectedPrompt) =>
  now.key === key && now.prompt === prompt

const changedMeanwhile = () =>
  conflict('The prompt was changed elsewhere. What is stored now was kept.')
