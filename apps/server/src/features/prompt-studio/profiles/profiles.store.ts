import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { isNameTaken } from '../../../platform/db/refusals.ts'

export type ProfileRow = Selectable<Tables['llm_profile']>
export type NewProfile = Omit<Insertable<Tables['llm_profile']>, 'id' | 'organization_id'>
export type ProfileUpdate = Updateable<Tables['llm_profile']>

/** Answers `undefined` when the project has a profile of that name. */
export async function insertProfile(
  { db, organizationId }: Tenant,
  profile: NewProfile,
): Promise<ProfileRow | undefined> {
  return db
    .insertInto('llm_profile')
    .values({ ...profile, organization_id: organizationId })
    .onConflict((c) => c.constraint('llm_profile_name_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Answers `undefined` when the project has another profile of that name. */
export async function updateProfileRow(
  { db, organizationId }: Tenant,
  id: string,
  changes: ProfileUpdate,
): Promise<ProfileRow | undefined> {
  try {
    return await db
      .updateTable('llm_profile')
      .set({ ...changes, modified_at: new Date() })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  } catch (error) {
    if (isNameTaken(error)) return undefined
    throw error
  }
}

export async function deleteProfileRow({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('llm_profile')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function findProfile(
  { db, organizationId }: Tenant,
  id: string,
): Promise<ProfileRow | undefined> {
  return db
    .selectFrom('llm_profile')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Oldest first. */
export async function listProfilesOfProjects(
  { db, organizationId }: Tenant,
  projectIds: readonly string[],
): Promise<ProfileRow[]> {
  if (projectIds.length === 0) return []
  return db
    .selectFrom('llm_profile')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

type Flag = 'is_default' | 'is_summarizer'

/** Marks one profile of the project and no other. Call it in a transaction. */
export async function moveFlag(
  { db, organizationId }: Tenant,
  flag: Flag,
  { projectId, profileId }: { readonly projectId: string; readonly profileId: string },
): Promise<void> {
  const profiles = () =>
    db
      .updateTable('llm_profile')
      .where('organization_id', '=', organizationId)
      .where('project_id', '=', projectId)
  await profiles()
    .set({ [flag]: false })
    .where('id', '!=', profileId)
    .execute()
  await profiles()
    .set({ [flag]: true })
    .where('id', '=', profileId)
    .execute()
}
