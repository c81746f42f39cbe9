import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { type IndexRow, listIndexRows } from '../rows/indexes.store.ts'
import { findProfile } from '../rows/profiles.store.ts'
import { findVisibleProject } from '../rows/projects.store.ts'

type Input = {
  readonly actor: Actor
  readonly profileId: string | undefined
  readonly documentId: string | undefined
}

/** What is indexed with the profile; nothing for a profile that the actor does not see. */
export async function listIndexes(
  ctx: Pick<Context, 'db'>,
  { actor, profileId, documentId }: Input,
): Promise<readonly IndexRow[]> {
  if (!isUuid(profileId)) return []
  if (documentId !== undefined && !isUuid(documentId)) return []
  const tenant = tenantOf(ctx, actor)
  const profile = await findProfile(tenant, profileId)
  const project = profile && (await findVisibleProject(tenant, actor, profile.project_id))
  return project ? listIndexRows(tenant, { profileId, documentId }) : []
}
