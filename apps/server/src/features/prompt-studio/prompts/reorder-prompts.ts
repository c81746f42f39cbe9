import { invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { getPrompt } from '../rows/access.ts'
import { lockProject } from '../rows/projects.store.ts'
import {
  changePrompt,
  findPrompt,
  type PromptPosition,
  shiftPrompts,
} from '../rows/prompts.store.ts'

type ReorderPromptsRequest = {
  readonly actor: Actor
  readonly promptId: string
  readonly start: number
  readonly end: number
}

/**
 * The prompts between the two positions shift by one. Returns their positions, followed by that of
 * the moved prompt.
 */
export async function reorderPrompts(
  ctx: Pick<Context, 'db'>,
  { actor, promptId, start, end }: ReorderPromptsRequest,
): Promise<readonly PromptPosition[]> {
  if (start === end) {
    throw invalid('places', 'The start and the end must be different positions.')
  }
  const { project_id: projectId } = await getPrompt(ctx, { actor, promptId })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockProject(tenant, projectId)
    // Somebody may have moved the prompt since the caller saw it: it moves from its current
    // position.
    const current = await findPrompt(tenant, promptId)
    if (!current) throw notFound('prompt')
    const from = current.sequence_number ?? start
    if (from === end) return [{ id: promptId, sequence_number: end }]
    const range =
      from < end
        ? { first: from + 1, last: end, offset: -1 as const }
        : { first: end, last: from - 1, offset: 1 as const }
    const shiftedPrompts = await shiftPrompts(tenant, { projectId, exceptId: promptId, ...range })
    await changePrompt(tenant, promptId, { sequenceNumber: end, modifiedBy: actor.userId })
    return [...shiftedPrompts, { id: promptId, sequence_number: end }]
  })
}
