import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { type IndexToRemove, removeIndexVectors } from '../documents/remove-vectors.ts'
import { getOwnProfile } from '../rows/access.ts'
import { listIndexRows } from '../rows/indexes.store.ts'
import { deleteProfileRow, type LlmProfileRow } from '../rows/profiles.store.ts'

/**
 * Deletes the profile with its outputs and index rows. A project may be left without a default
 * profile.
 */
export async function deleteProfile(
  ctx: AnsweringDependencies & Pick<Context, 'log'>,
  { actor, profileId }: { readonly actor: Actor; readonly profileId: string },
): Promise<void> {
  const profile = await getOwnProfile(ctx, { actor, profileId })
  const tenant = tenantOf(ctx, actor)
  await removeIndexVectors(ctx, tenant, await deleteProfileRows(tenant, profile))
}

/**
 * Deletes the rows of a profile, and returns its vectors that no other profile uses. They are in another database, so
 * remove them after the transaction.
 */
export async function deleteProfileRows(
  tenant: Tenant,
  { id: profileId, vector_db_id: vectorDbId }: LlmProfileRow,
): Promise<readonly IndexToRemove[]> {
  const indexes = await listIndexRows(tenant, { profileId })
  await deleteProfileRow(tenant, profileId)
  const unusedIndexes: IndexToRemove[] = []
  for (const index of indexes) {
    // The index of another profile may use the same collections.
    const documentIndexes = await listIndexRows(tenant, { documentId: index.document_id })
    const usedCollections = documentIndexes.map(({ raw_index_id }) => raw_index_id)
    const unusedCollections = index.index_ids_history.filter(
      (collection) => !usedCollections.includes(collection),
    )
    unusedIndexes.push({ index: { ...index, index_ids_history: unusedCollections }, vectorDbId })
  }
  return unusedIndexes
}
