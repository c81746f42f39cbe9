import { notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { getProject } from '../rows/access.ts'
import { findProfile, moveFlag, type ProfileFlag } from '../rows/profiles.store.ts'
import { lockProject } from '../rows/projects.store.ts'

type SetDefaultProfileRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly profileId: string
}

/**
 * Makes the profile the default: documents are indexed with it, and prompts without their own
 * profile run with it.
 */
export async function setDefaultProfile(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, profileId }: SetDefaultProfileRequest,
): Promise<void> {
  await getProject(ctx, { actor, projectId })
  await setProfileFlag(tenantOf(ctx, actor), 'is_default', { projectId, profileId })
}

type ProfileKey = { readonly projectId: string; readonly profileId: string }

export const markSummarizerProfile = (tenant: Tenant, key: ProfileKey) =>
  setProfileFlag(tenant, 'is_summarizer', key)

async function setProfileFlag(tenant: Tenant, flag: ProfileFlag, key: ProfileKey): Promise<void> {
  await inTransaction(tenant, async (transaction) => {
    await lockProject(transaction, key.projectId)
    const profile = await findProfile(transaction, key.profileId)
    if (profile?.project_id !== key.projectId) throw notFound('profile')
    await moveFlag(transaction, flag, key)
  })
}
