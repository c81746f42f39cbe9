import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { getProject } from '../rows/get-project.ts'
import { lockProject } from '../rows/projects.store.ts'
import { insertPrompt, listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly fields: readonly {
    readonly key: string
    readonly prompt: string
    readonly enforceType: string
  }[]
}

type Accepted = {
  readonly prompts: readonly PromptRow[]
  /** The keys that the project had. */
  readonly taken: readonly string[]
}

/** All of them or none, at the end and in their order; asked for twice, nothing is doubled. */
export async function acceptFields(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, fields }: Input,
): Promise<Accepted> {
  await getProject(ctx, { actor, projectId })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockProject(tenant, projectId)
    const before = await listPromptsOfProjects(tenant, [projectId])
    const keys = new Set(before.map(({ key }) => key))
    let place = Math.max(0, ...before.map(({ sequence_number }) => sequence_number ?? 0))
    const prompts: PromptRow[] = []
    const taken: string[] = []
    for (const { key, prompt, enforceType } of fields) {
      const made = keys.has(key)
        ? undefined
        : await insertPrompt(tenant, {
            ...{ key, prompt, enforceType, projectId, promptType: 'PROMPT' },
            sequenceNumber: place + 1,
            createdBy: actor.userId,
            modifiedBy: actor.userId,
          })
      if (!made) {
        taken.push(key)
        continue
      }
      place += 1
      keys.add(key)
      prompts.push(made)
    }
    return { prompts, taken }
  })
}
