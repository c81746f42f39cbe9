import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import type { FieldChanges } from '../../../platform/db/fields.ts'
import { namedRows } from '../../../platform/db/named-rows.ts'

export type LlmProfileRow = Selectable<Tables['llm_profile']>

/** What a person can set of a profile, without its adapters and its flags. */
export type EditableProfile = Pick<
  FieldChanges<'llm_profile'>,
  | 'name'
  | 'chunkSize'
  | 'chunkOverlap'
  | 'reindex'
  | 'retrievalStrategy'
  | 'similarityTopK'
  | 'hybridSearch'
  | 'section'
>

/** A profile's name is its own within its project. */
export const {
  find: findProfile,
  insert: insertProfile,
  change: changeProfile,
} = namedRows({ table: 'llm_profile', unique: 'llm_profile_name_key' })

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
