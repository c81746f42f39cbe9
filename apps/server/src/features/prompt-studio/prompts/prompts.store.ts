import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { isNameTaken } from '../../../platform/db/refusals.ts'

export type PromptRow = Selectable<Tables['prompt']>
export type NewPrompt = Omit<Insertable<Tables['prompt']>, 'id' | 'organization_id'>
export type PromptUpdate = Updateable<Tables['prompt']>

/** Answers `undefined` when the project has a prompt of that key. */
export async function insertPrompt(
  { db, organizationId }: Tenant,
  prompt: NewPrompt,
): Promise<PromptRow | undefined> {
  return db
    .insertInto('prompt')
    .values({ ...prompt, organization_id: organizationId })
    .onConflict((c) => c.constraint('prompt_key_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Answers `undefined` when the project has another prompt of that key. */
export async function updatePromptRow(
  { db, organizationId }: Tenant,
  id: string,
  changes: PromptUpdate,
): Promise<PromptRow | undefined> {
  try {
    return await db
      .updateTable('prompt')
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

export async function deletePromptRow({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('prompt')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function findPrompt(
  { db, organizationId }: Tenant,
  id: string,
): Promise<PromptRow | undefined> {
  return db
    .selectFrom('prompt')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** In the order in which they are shown and run. */
export async function listPromptsOfProjects(
  { db, organizationId }: Tenant,
  projectIds: readonly string[],
): Promise<PromptRow[]> {
  if (projectIds.length === 0) return []
  return db
    .selectFrom('prompt')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .orderBy('sequence_number')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Makes the profile that of every prompt of the project; notes have none. */
export async function assignProfile(
  { db, organizationId }: Tenant,
  { projectId, profileId }: { readonly projectId: string; readonly profileId: string },
): Promise<void> {
  await db
    .updateTable('prompt')
    .set({ profile_id: profileId })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('prompt_type', '=', 'PROMPT')
    .execute()
}

export type Shift = {
  readonly projectId: string
  readonly exceptId: string
  /** Both included. */
  readonly first: number
  readonly last: number
  readonly by: 1 | -1
}

export type Placed = { readonly id: string; readonly sequence_number: number }

/** Moves those between two places by one, and answers where they are now. */
export async function shiftPrompts(
  { db, organizationId }: Tenant,
  { projectId, exceptId, first, last, by }: Shift,
): Promise<readonly Placed[]> {
  const moved = await db
    .updateTable('prompt')
    .set((eb) => ({ sequence_number: eb('sequence_number', '+', by) }))
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '!=', exceptId)
    .where('sequence_number', '>=', first)
    .where('sequence_number', '<=', last)
    .returning(['id', 'sequence_number'])
    .execute()
  const placed = moved.map(({ id, sequence_number }) => ({
    id,
    sequence_number: sequence_number ?? 0,
  }))
  return placed.sort((a, b) => a.sequence_number - b.sequence_number)
}
