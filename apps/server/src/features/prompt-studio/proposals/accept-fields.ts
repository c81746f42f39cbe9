import type { EnforceType } from '@recto/contract/prompt-studio/prompt-fields'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { getProject } from '../rows/access.ts'
import { lockProject } from '../rows/projects.store.ts'
import { insertPrompt, listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'

type AcceptFieldsRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly fields: readonly {
    readonly key: string
    readonly prompt: string
    readonly enforceType: EnforceType
  }[]
}

type AcceptedFields = {
  readonly prompts: readonly PromptRow[]
  /** The keys that the project already had. */
  readonly takenKeys: readonly string[]
}

/**
 * Appends all fields as prompts in their order, or none. Existing keys are skipped, so repeating
 * the call adds nothing twice.
 */
export async function acceptFields(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, fields }: AcceptFieldsRequest,
): Promise<AcceptedFields> {
  await getProject(ctx, { actor, projectId })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockProject(tenant, projectId)
    const existingPrompts = await listPromptsOfProjects(tenant, [projectId])
    const keys = new Set(existingPrompts.map(({ key }) => key))
    let lastSequenceNumber = Math.max(
      0,
      ...existingPrompts.map(({ sequence_number }) => sequence_number ?? 0),
    )
    const prompts: PromptRow[] = []
    const takenKeys: string[] = []
    for (const { key, prompt, enforceType } of fields) {
      const newPrompt = keys.has(key)
        ? undefined
        : await insertPrompt(tenant, {
            key,
            prompt,
            enforceType,
            projectId,
            promptType: 'PROMPT',
            sequenceNumber: lastSequenceNumber + 1,
            createdBy: actor.userId,
            modifiedBy: actor.userId,
          })
      if (!newPrompt) {
        takenKeys.push(key)
        continue
      }
      lastSequenceNumber += 1
      keys.add(key)
      prompts.push(newPrompt)
    }
    return { prompts, takenKeys }
  })
}
