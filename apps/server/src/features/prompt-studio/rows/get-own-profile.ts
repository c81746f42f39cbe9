import { forbidden, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { mayWithProject } from './may-with-project.ts'
import { findProfile, type LlmProfileRow } from './profiles.store.ts'
import { findVisibleProject } from './projects.store.ts'

/** Throws 404 outside the actor's projects. Only who made a profile reads and changes it alone. */
export async function getOwnProfile(
  ctx: Pick<Context, 'db'>,
  { actor, profileId }: { readonly actor: Actor; readonly profileId: string },
): Promise<LlmProfileRow> {
  const tenant = tenantOf(ctx, actor)
  const profile = await findProfile(tenant, profileId)
  const project = profile && (await findVisibleProject(tenant, actor, profile.project_id))
  if (!profile || !project) throw notFound('profile')
  const asked = { project, part: profile }
  if (!(await mayWithProject(ctx, actor, 'profile/open', asked))) throw forbidden()
  return profile
}
