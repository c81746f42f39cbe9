import { profileSettings } from '@recto/contract/prompt-studio/profile-fields'
import { defaultsOf } from '@recto/contract/wire/fields'
import { AppError } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { assertAdaptersUsable, defaultTriad } from '../../adapters/adapters.port.ts'
import { insertProfile } from '../rows/profiles.store.ts'

/** Adds nothing if one of the actor's default adapters is missing or unusable. */
export async function addDefaultProfile(
  tenant: Tenant,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<void> {
  const { llm, embedding, vectorDb, textExtractor } = await defaultTriad(tenant, actor)
  if (!llm || !embedding || !vectorDb || !textExtractor) return
  if (!(await areAdaptersUsable(tenant, actor, [llm, embedding, vectorDb, textExtractor]))) return

  await insertProfile(tenant, {
    projectId,
    name: 'Default profile',
    llmId: llm,
    embeddingId: embedding,
    vectorDbId: vectorDb,
    textExtractorId: textExtractor,
    ...defaultsOf(profileSettings),
    escalationLlmId: null,
    isDefault: true,
    createdBy: actor.userId,
    modifiedBy: actor.userId,
  })
}

/** Whether the actor may use all of the adapters. */
export async function areAdaptersUsable(
  tenant: Tenant,
  actor: Actor,
  ids: readonly string[],
): Promise<boolean> {
  try {
    await assertAdaptersUsable(tenant, actor, ids)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
