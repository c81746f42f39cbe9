import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { isUuid } from '../../../platform/strings.ts'
import { type IndexRow, listIndexRows } from '../rows/indexes.store.ts'
import { findProfile } from '../rows/profiles.store.ts'
import { findVisibleProject } from '../rows/projects.store.ts'

type ListIndexesRequest = {
  readonly actor: Actor
  readonly profileId: string | undefined
  readonly documentId: string | undefined
}

/** Lists what is indexed with the profile; nothing for a profile that the actor may not see. */
export async function listIndexes(
  ctx: Pick<Context, 'db'>,
  { actor, profileId, documentId }: ListIndexesRequest,
): Promise<readonly IndexRow[]> {
  if (!isUuid(profileId)) return []
  if (documentId !== undefined && !isUuid(documentId)) return []
  const tenant = tenantOf(ctx, actor)
  const profile = await findProfile(tenant, profileId)
  const project = profile && (await findVisibleProject(tenant, actor, profile.project_id))
  return project ? listIndexRows(tenant, { profileId, documentId }) : []
}
