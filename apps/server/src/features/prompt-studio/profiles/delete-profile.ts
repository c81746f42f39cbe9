import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import { removeVectors } from '../documents/remove-vectors.ts'
import { getOwnProfile } from '../rows/get-own-profile.ts'
import { listIndexRows } from '../rows/indexes.store.ts'
import { deleteProfileRow } from '../rows/profiles.store.ts'

/** Its outputs and index rows go with it; a project may be left without a default profile. */
export async function deleteProfile(
  ctx: AnsweringNeeds & Pick<Context, 'log'>,
  { actor, profileId }: { readonly actor: Actor; readonly profileId: string },
): Promise<void> {
  const profile = await getOwnProfile(ctx, { actor, profileId })
  const tenant = tenantOf(ctx, actor)
  const indexes = await listIndexRows(tenant, { profileId })
  await deleteProfileRow(tenant, profileId)
  for (const index of indexes) {
    // Another profile's index may be made of the same.
    const others = await listIndexRows(tenant, { documentId: index.document_id })
    const used = others.map(({ raw_index_id }) => raw_index_id)
    const own = index.index_ids_history.filter((collection) => !used.includes(collection))
    await removeVectors(ctx, tenant, [
      { index: { ...index, index_ids_history: own }, vectorDbId: profile.vector_db_id },
    ])
  }
}
