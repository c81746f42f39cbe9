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
  await removeVectors(
    ctx,
    tenant,
    indexes.map((index) => ({ index, vectorDbId: profile.vector_db_id })),
  )
}
