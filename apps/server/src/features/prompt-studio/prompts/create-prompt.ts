import { badRequest, invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { getProject } from '../rows/get-project.ts'
import { findProfile } from '../rows/profiles.store.ts'
import { lockProject } from '../rows/projects.store.ts'
import {
  type EditablePrompt,
  insertPrompt,
  listPromptsOfProjects,
  type PromptRow,
} from '../rows/prompts.store.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly values: EditablePrompt & { readonly key: string }
}

/** Without a sequence number it goes last. */
export async function createPrompt(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, values }: Input,
): Promise<PromptRow> {
  await getProject(ctx, { actor, projectId })
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await lockProject(tenant, projectId)
    await assertProfileOf(tenant, projectId, values)
    const prompt = await insertPrompt(tenant, {
      ...withoutProfileOfNotes(values),
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

/** Only prompts are run, so notes have no profile. */
export const withoutProfileOfNotes = (values: EditablePrompt): EditablePrompt =>
  values.promptType === 'NOTES' ? { ...values, profileId: null } : values

export async function assertProfileOf(
  tenant: Tenant,
  projectId: string,
  { profileId }: EditablePrompt,
): Promise<void> {
  if (!profileId) return
  const profile = await findProfile(tenant, profileId)
  if (profile?.project_id === projectId) return
  throw invalid('profileId', 'The project has no such profile.', 'does_not_exist')
}

async function nextPlace(tenant: Tenant, projectId: string): Promise<number> {
  const prompts = await listPromptsOfProjects(tenant, [projectId])
  return Math.max(0, ...prompts.map(({ sequence_number }) => sequence_number ?? 0)) + 1
}
