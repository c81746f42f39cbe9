import type { Tenant } from '../../../platform/db/database.ts'
import type { AnsweringDependencies } from '../../answering/answering.port.ts'
import { removeIndexVectors } from '../documents/remove-vectors.ts'
import { listIndexRows, removeCollections } from '../rows/indexes.store.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'

type IndexedDocument = { readonly documentId: string; readonly profile: LlmProfileRow }

/**
 * Removes earlier vectors of the profile's index, unless the index of another profile uses the
 * same. Collections that could not be removed stay in the row until the next time.
 */
export async function removeSupersededVectors(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { documentId, profile }: IndexedDocument,
): Promise<void> {
  const rows = await listIndexRows(tenant, { documentId })
  const row = rows.find(({ profile_id }) => profile_id === profile.id)
  const usedCollections = new Set(rows.map(({ raw_index_id }) => raw_index_id))
  const supersededCollections =
    row?.index_ids_history.filter((collection) => !usedCollections.has(collection)) ?? []
  if (!row || supersededCollections.length === 0) return
  const removedCollections = await removeIndexVectors(ctx, tenant, [
    {
      index: { ...row, index_ids_history: supersededCollections },
      vectorDbId: profile.vector_db_id,
    },
  ])
  await removeCollections(tenant, { rowId: row.id, collections: removedCollections })
}
