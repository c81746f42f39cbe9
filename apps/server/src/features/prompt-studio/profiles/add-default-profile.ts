import { AppError } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { assertAdaptersUsable, defaultTriad } from '../../adapters/adapters.port.ts'
import { insertProfile } from '../rows/profiles.store.ts'

/** Nothing happens when one of the actor's default adapters is missing or not usable. */
export async function addDefaultProfile(
  tenant: Tenant,
  { actor, projectId }: { readonly actor: Actor; readonly projectId: string },
): Promise<void> {
  const { llm, embedding, vectorDb, textExtractor } = await defaultTriad(tenant, actor)
  if (!llm || !embedding || !vectorDb || !textExtractor) return
  if (!(await areUsable(tenant, actor, [llm, embedding, vectorDb, textExtractor]))) return

  await insertProfile(tenant, {
    projectId,
    name: 'Default profile',
    llmId: llm,
    embeddingId: embedding,
    vectorDbId: vectorDb,
    textExtractorId: textExtractor,
    ...profileDefaults,
    isDefault: true,
    createdBy: actor.userId,
    modifiedBy: actor.userId,
  })
}

/** What a new profile has unless stated. */
export const profileDefaults = {
  chunkSize: 0,
  chunkOverlap: 0,
  retrievalStrategy: 'simple',
  similarityTopK: 3,
  hybridSearch: true,
  section: 'Default',
} as const

/** Whether the actor may put all of them to use. */
export async function areUsable(
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
