import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { getProject } from '../rows/get-project.ts'
import { lockProject } from '../rows/projects.store.ts'
import { insertPrompt, listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { type GivenPrompt, withChosenProfile } from './choose-profile.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly values: GivenPrompt & { readonly key: string }
}

/** Without a sequence number it goes last. */
export async function createPrompt(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, values }: Input,
): Promise<PromptRow> {
  await getProject(ctx, { actor, projectId })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockProject(tenant, projectId)
    const prompt = await insertPrompt(tenant, {
      ...(await withChosenProfile(tenant, projectId, values)),
      promptType: values.promptType ?? 'PROMPT',
      key: values.key,
      sequenceNumber: values.sequenceNumber ?? (await nextPlace(tenant, projectId)),
      projectId,
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!prompt) throw keyTaken(values.key)
    return prompt
  })
}

export const keyTaken = (key: string) =>
  badRequest(`A prompt with the key “${key}” already exists in this project.`)

async function nextPlace(tenant: Tenant, projectId: string): Promise<number> {
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  return Math.max(0, ...prompts.map(({ sequence_number }) => sequence_number ?? 0)) + 1
}
