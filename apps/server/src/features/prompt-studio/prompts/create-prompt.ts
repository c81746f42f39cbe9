import { badRequest } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { getProject } from '../rows/access.ts'
import { lockProject } from '../rows/projects.store.ts'
import { insertPrompt, listPromptsOfProjects, type PromptRow } from '../rows/prompts.store.ts'
import { assertMatchTo } from './assert-match-to.ts'
import { type PromptInput, resolvePromptProfile } from './resolve-prompt-profile.ts'

export type CreatePromptRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly values: PromptInput & { readonly key: string }
}

/** A prompt without a sequence number becomes the last one. */
export async function createPrompt(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, values }: CreatePromptRequest,
): Promise<PromptRow> {
  await getProject(ctx, { actor, projectId })
  const { enforceType: type = 'text' } = values
  await assertMatchTo(ctx, { actor, projectId, type, matchTo: values.matchTo })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockProject(tenant, projectId)
    const prompt = await insertPrompt(tenant, {
      ...(await resolvePromptProfile(tenant, projectId, values)),
      promptType: values.promptType ?? 'PROMPT',
      key: values.key,
      sequenceNumber: values.sequenceNumber ?? (await getNextSequenceNumber(tenant, projectId)),
      projectId,
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!prompt) throw keyTakenError(values.key)
    return prompt
  })
}

export const keyTakenError = (key: string) =>
  badRequest(`A prompt with the key “${key}” already exists in this project.`)

async function getNextSequenceNumber(tenant: Tenant, projectId: string): Promise<number> {
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  return Math.max(0, ...prompts.map(({ sequence_number }) => sequence_number ?? 0)) + 1
}
