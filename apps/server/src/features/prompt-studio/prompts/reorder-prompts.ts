import { invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { lockProject } from '../projects/projects.store.ts'
import { getPrompt } from './get-prompt.ts'
import { type Placed, shiftPrompts, updatePromptRow } from './prompts.store.ts'

type Input = {
  readonly actor: Actor
  readonly promptId: string
  readonly start: number
  readonly end: number
}

/** Those between the two places move aside; the answer lists them and, last, the moved prompt. */
export async function reorderPrompts(
  ctx: Pick<Context, 'db'>,
  { actor, promptId, start, end }: Input,
): Promise<readonly Placed[]> {
  if (start === end) {
    throw invalid('non_field_errors', 'The start and the end must not be the same place.')
  }
  const { project_id: projectId } = await getPrompt(ctx, { actor, promptId })
  const range =
    start < end
      ? { first: start + 1, last: end, by: -1 as const }
      : { first: end, last: start - 1, by: 1 as const }

  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockProject(tenant, projectId)
    const shifted = await shiftPrompts(tenant, { projectId, exceptId: promptId, ...range })
    await updatePromptRow(tenant, promptId, { sequence_number: end, modified_by: actor.userId })
    return [...shifted, { id: promptId, sequence_number: end }]
  })
}
