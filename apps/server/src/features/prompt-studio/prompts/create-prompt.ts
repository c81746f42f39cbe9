import type { PromptChanges, PromptFields } from '@recto/contract/prompts'
import { badRequest, invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { findProfile } from '../profiles/profiles.store.ts'
import { getProject } from '../projects/get-project.ts'
import { lockProject } from '../projects/projects.store.ts'
import { promptColumns } from './prompt-columns.ts'
import { insertPrompt, listPromptsOfProjects, type PromptRow } from './prompts.store.ts'

type Input = { readonly actor: Actor; readonly projectId: string; readonly fields: PromptFields }

/** Without a sequence number it goes last. */
export async function createPrompt(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, fields }: Input,
): Promise<PromptRow> {
  await getProject(ctx, { actor, projectId })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockProject(tenant, projectId)
    await assertProfileOf(tenant, projectId, fields)
    const prompt = await insertPrompt(tenant, {
      ...promptColumns(fields),
      key: fields.prompt_key,
      prompt_type: fields.prompt_type ?? 'PROMPT',
      sequence_number: fields.sequence_number ?? (await nextPlace(tenant, projectId)),
      project_id: projectId,
      created_by: actor.userId,
      modified_by: actor.userId,
    })
    if (!prompt) throw keyTaken(fields.prompt_key)
    return prompt
  })
}

export const keyTaken = (key: string) =>
  badRequest(`A prompt with the key “${key}” already exists in this project.`)

export async function assertProfileOf(
  tenant: Tenant,
  projectId: string,
  { profile_manager: profileId }: PromptChanges,
): Promise<void> {
  if (!profileId) return
  const profile = await findProfile(tenant, profileId)
  if (profile?.project_id === projectId) return
  throw invalid('profile_manager', 'The project has no such profile.', 'does_not_exist')
}

async function nextPlace(tenant: Tenant, projectId: string): Promise<number> {
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  return Math.max(0, ...prompts.map(({ sequence_number }) => sequence_number ?? 0)) + 1
}
