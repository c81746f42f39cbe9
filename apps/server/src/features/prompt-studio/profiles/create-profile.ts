import { maxProfiles, type ProfileChanges, type ProfileFields } from '@recto/contract/profiles'
import { badRequest, forbidden } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import { getProject } from '../projects/get-project.ts'
import { lockProject } from '../projects/projects.store.ts'
import { assignProfile } from '../prompts/prompts.store.ts'
import { profileDefaults } from './add-default-profile.ts'
import { assertChunking, profileColumns } from './profile-columns.ts'
import {
  insertProfile,
  listProfilesOfProjects,
  moveFlag,
  type ProfileRow,
} from './profiles.store.ts'
import { type ProfileAdapters, resolveAdapters } from './resolve-adapters.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly fields: ProfileFields
}

/** The first profile of a project becomes its default and that of all its prompts. */
export async function createProfile(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, fields }: Input,
): Promise<ProfileRow> {
  await getProject(ctx, { actor, projectId })
  const outer = tenantOf(ctx, actor)
  const adapters = (await resolveAdapters(outer, fields)) as ProfileAdapters
  await assertAdaptersUsable(ctx, actor, Object.values(adapters))

  return inTransaction(outer, async (tenant) => {
    await lockProject(tenant, projectId)
    const others = await listProfilesOfProjects(tenant, [projectId])
    if (others.length >= maxProfiles) {
      throw forbidden(`A project can have at most ${maxProfiles} profiles.`)
    }
    const values = { ...profileDefaults, ...profileColumns(fields) }
    assertChunking(values)
    const profile = await insertProfile(tenant, {
      ...values,
      ...adapters,
      name: fields.profile_name,
      project_id: projectId,
      created_by: actor.userId,
      modified_by: actor.userId,
    })
    if (!profile) throw profileNameTaken(fields.profile_name)

    const isFirst = others.length === 0
    if (isFirst) await assignProfile(tenant, { projectId, profileId: profile.id })
    return markAsAsked(tenant, profile, isFirst ? { ...fields, is_default: true } : fields)
  })
}

/** Gives the profile the flags that were asked for, and takes them from the others. */
export async function markAsAsked(
  tenant: Tenant,
  profile: ProfileRow,
  { is_default = false, is_summarize_llm = false }: ProfileChanges,
): Promise<ProfileRow> {
  const marked = { projectId: profile.project_id, profileId: profile.id }
  if (is_default) await moveFlag(tenant, 'is_default', marked)
  if (is_summarize_llm) await moveFlag(tenant, 'is_summarizer', marked)
  return {
    ...profile,
    is_default: profile.is_default || is_default,
    is_summarizer: profile.is_summarizer || is_summarize_llm,
  }
}

export const profileNameTaken = (name: string) =>
  badRequest(`A profile with the name “${name}” already exists in this project.`)
