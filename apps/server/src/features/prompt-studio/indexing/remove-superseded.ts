import type { Tenant } from '../../../platform/db/database.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import { removeVectors } from '../documents/remove-vectors.ts'
import { dropCollections, listIndexRows } from '../rows/indexes.store.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'

type Superseded = { readonly documentId: string; readonly profile: LlmProfileRow }

/**
 * Removes the vectors that an index of the profile was made of before, unless another profile's index is
 * made of the same. What could not be removed stays named in the row, for the next time.
 */
export async function removeSuperseded(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { documentId, profile }: Superseded,
): Promise<void> {
  const rows = await listIndexRows(tenant, { documentId })
  const row = rows.find(({ profile_id }) => profile_id === profile.id)
  const used = new Set(rows.map(({ raw_index_id }) => raw_index_id))
  const superseded = row?.index_ids_history.filter((collection) => !used.has(collection)) ?? []
  if (!row || superseded.length === 0) return
  const removed = await removeVectors(ctx, tenant, [
    { index: { ...row, index_ids_history: superseded }, vectorDbId: profile.vector_db_id },
  ])
  await dropCollections(tenant, { rowId: row.id, collections: removed })
}
