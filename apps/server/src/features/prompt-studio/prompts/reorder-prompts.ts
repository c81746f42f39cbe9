import { invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { getPrompt } from '../rows/get-prompt.ts'
import { lockProject } from '../rows/projects.store.ts'
import { changePrompt, findPrompt, type Placed, shiftPrompts } from '../rows/prompts.store.ts'

type Input = {
  readonly actor: Actor
  readonly promptId: string
  readonly start: number
  readonly end: number
}

/** Those between the two places move aside; the result lists them and, last, the moved prompt. */
export async function reorderPrompts(
  ctx: Pick<Context, 'db'>,
  { actor, promptId, start, end }: Input,
): Promise<readonly Placed[]> {
  if (start === end) {
    throw invalid('places', 'The start and the end must not be the same place.')
  }
  const { project_id: projectId } = await getPrompt(ctx, { actor, promptId })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockProject(tenant, projectId)
    // Somebody may have moved it since the caller looked: it moves from where it is.
    const now = await findPrompt(tenant, promptId)
    if (!now) throw notFound('prompt')
    const from = now.sequence_number ?? start
    if (from === end) return [{ id: promptId, sequence_number: end }]
    const range =
      from < end
        ? { first: from + 1, last: end, by: -1 as const }
        : { first: end, last: from - 1, by: 1 as const }
    const shifted = await shiftPrompts(tenant, { projectId, exceptId: promptId, ...range })
    await changePrompt(tenant, promptId, { sequenceNumber: end, modifiedBy: actor.userId })
    return [...shifted, { id: promptId, sequence_number: end }]
  })
}
