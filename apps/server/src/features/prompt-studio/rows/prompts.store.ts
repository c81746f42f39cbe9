import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import type { FieldChanges, NewFields } from '../../../platform/db/fields.ts'
import { namedRows } from '../../../platform/db/named-rows.ts'

export type PromptRow = Selectable<Tables['prompt']>

type Evaluation = { readonly evaluation?: PromptRow['evaluation'] | undefined }

/** What a person can set of a prompt; what is `undefined` stays as it is. */
export type EditablePrompt = Evaluation &
  Pick<
    FieldChanges<'prompt'>,
    | 'key'
    | 'prompt'
    | 'promptType'
    | 'profileId'
    | 'sequenceNumber'
    | 'enforceType'
    | 'required'
    | 'active'
    | 'output'
    | 'isAssert'
    | 'assertPrompt'
    | 'assertionFailurePrompt'
  >

const prompts = namedRows({ table: 'prompt', unique: 'prompt_key_key' })

export const { find: findPrompt } = prompts

/** Returns `undefined` when the project has a prompt of that key. */
export const insertPrompt = (
  tenant: Tenant,
  fields: Omit<NewFields<'prompt'>, 'evaluation'> & Evaluation,
): Promise<PromptRow | undefined> => prompts.insert(tenant, stored(fields))

/** Returns `undefined` when the project has another prompt of that key. */
export const changePrompt = (
  tenant: Tenant,
  id: string,
  changes: Omit<FieldChanges<'prompt'>, 'evaluation'> & Evaluation,
): Promise<PromptRow | undefined> => prompts.change(tenant, id, stored(changes))

const stored = <Fields extends Evaluation>({ evaluation, ...fields }: Fields) => ({
  ...fields,
  evaluation: evaluation && JSON.stringify(evaluation),
})

/** Whoever else changes the prompt waits until the transaction ends. */
export async function lockPrompt(
  { db, organizationId }: Tenant,
  id: string,
): Promise<PromptRow | undefined> {
  return db
    .selectFrom('prompt')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function deletePromptRow({ db, organizationId }: Tenant, id: string): Promise<void> {
  await db
    .deleteFrom('prompt')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Returns `undefined` when the prompt has such settings already. */
export async function addTableSettings(
  { db, organizationId }: Tenant,
  id: string,
  { tableSettingsId, tableSettings, modifiedBy }: Required<TableFields>,
): Promise<PromptRow | undefined> {
  return db
    .updateTable('prompt')
    .set({
      table_settings_id: tableSettingsId,
      table_settings: tableSettings,
      modified_by: modifiedBy,
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('table_settings_id', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

type TableFields = Pick<FieldChanges<'prompt'>, 'tableSettingsId' | 'tableSettings' | 'modifiedBy'>

export async function findPromptOfTable(
  { db, organizationId }: Tenant,
  tableSettingsId: string,
): Promise<{ readonly id: string } | undefined> {
  return db
    .selectFrom('prompt')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('table_settings_id', '=', tableSettingsId)
    .executeTakeFirst()
}

/** In the order in which they are shown and run. */
export async function listPromptsOfProjects(
  { db, organizationId }: Tenant,
  projectIds: readonly string[],
  { hasTableSettings = false }: { readonly hasTableSettings?: boolean } = {},
): Promise<PromptRow[]> {
  if (projectIds.length === 0) return []
  return db
    .selectFrom('prompt')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .$if(hasTableSettings, (q) => q.where('table_settings_id', 'is not', null))
    .orderBy('sequence_number')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** How many prompts each project has, without its notes. */
export async function countPrompts(
  { db, organizationId }: Tenant,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('prompt')
    .select(({ fn }) => ['project_id', fn.countAll<number>().as('count')])
    .where('organization_id', '=', organizationId)
    .where('project_id', 'in', projectIds)
    .where('prompt_type', '=', 'PROMPT')
    .groupBy('project_id')
    .execute()
  return new Map(rows.map(({ project_id, count }) => [project_id, count]))
}

type Shift = {
  readonly projectId: string
  readonly exceptId: string
  /** Both included. */
  readonly first: number
  readonly last: number
  readonly by: 1 | -1
}

export type Placed = { readonly id: string; readonly sequence_number: number }

/** Moves those between two places by one, and returns where they are now. */
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
