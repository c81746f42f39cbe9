import type { ProfileChanges } from '@recto/contract/profiles'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import { lockProject } from '../projects/projects.store.ts'
import { markAsAsked, profileNameTaken } from './create-profile.ts'
import { getOwnProfile } from './get-profile.ts'
import { assertChunking, profileColumns } from './profile-columns.ts'
import { type ProfileRow, updateProfileRow } from './profiles.store.ts'
import { resolveAdapters } from './resolve-adapters.ts'

type Input = {
  readonly actor: Actor
  readonly profileId: string
  readonly changes: ProfileChanges
}

export async function updateProfile(
  ctx: Pick<Context, 'db'>,
  { actor, profileId, changes }: Input,
): Promise<ProfileRow> {
  const profile = await getOwnProfile(ctx, { actor, profileId })
  const outer = tenantOf(ctx, actor)
  const adapters = await resolveAdapters(outer, changes)
  const before: unknown[] = Object.values(profile)
  const added = Object.values(adapters).filter((id) => !before.includes(id))
  await assertAdaptersUsable(ctx, actor, added)

  return inTransaction(outer, async (tenant) => {
    await lockProject(tenant, profile.project_id)
    const values = { ...profileColumns(changes), ...adapters, ...clearedFlags(changes) }
    assertChunking({ ...profile, ...values })
    const updated = await updateProfileRow(tenant, profileId, {
      ...values,
      modified_by: actor.userId,
    })
    if (!updated) throw profileNameTaken(changes.profile_name ?? profile.name)
    return markAsAsked(tenant, updated, changes)
  })
}

function clearedFlags({ is_default, is_summarize_llm }: ProfileChanges) {
  return {
    ...(is_default === false && { is_default }),
    ...(is_summarize_llm === false && { is_summarizer: false }),
  }
}
