import { profileSettings } from '@recto/contract/prompt-studio/profile-fields'
import type { FieldEdits } from '@recto/contract/wire/fields'
import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { createNamedRowQueries } from '../../../platform/db/named-rows.ts'

export type LlmProfileRow = Selectable<Tables['llm_profile']>

/** The fields of a profile that a person can set, without its adapters and flags. */
export type EditableProfile = FieldEdits<typeof profileSettings>

/** Profile names are unique within a project. */
export const {
  find: findProfile,
  insert: insertProfile,
  update: changeProfile,
} = createNamedRowQueries({
  table: 'llm_profile',
  uniqueConstraint: 'llm_profile_name_key',
  fields: profileSettings,
})

export async function deleteProfileRow({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('llm_profile')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Oldest first. */
export async function listProfilesOfProjects(
  { db, organizationId }: Tenant,
  projectIds: readonly string[],
): Promise<LlmProfileRow[]> {
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

export type ProfileFlag = 'is_default' | 'is_summarizer'

/** Sets the flag of one profile and clears that of all others. Call it in a transaction. */
export async function moveFlag(
  { db, organizationId }: Tenant,
  flag: ProfileFlag,
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
