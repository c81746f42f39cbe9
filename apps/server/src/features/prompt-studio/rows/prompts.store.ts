import { promptFields, promptParts } from '@recto/contract/prompt-studio/prompt-fields'
import type { FieldEdits } from '@recto/contract/wire/fields'
import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { encodeFields } from '../../../platform/db/field-columns.ts'
import { type FieldChanges, toColumns } from '../../../platform/db/fields.ts'
import { createNamedRowQueries } from '../../../platform/db/named-rows.ts'

export type PromptRow = Selectable<Tables['prompt']>

/** The fields of a prompt that a person can set. An `undefined` field keeps its value. */
export type EditablePrompt = Omit<FieldEdits<typeof promptFields>, 'followsDefault'> &
  Pick<FieldEdits<typeof promptParts>, 'evaluation'>

export const {
  find: findPrompt,
  /** Returns `undefined` if the project already has a prompt with this key. */
  insert: insertPrompt,
  /** Returns `undefined` if the project already has another prompt with this key. */
  update: changePrompt,
} = createNamedRowQueries({
  table: 'prompt',
  uniqueConstraint: 'prompt_key_key',
  fields: { ...promptFields, ...promptParts },
})

/** Until the transaction ends, other changes of the prompt wait. */
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

/** Returns `undefined` if the prompt already has table settings. */
export async function addTableSettings(
  { db, organizationId }: Tenant,
  id: string,
  { tableSettingsId, tableSettings, modifiedBy }: Required<TableFields>,
): Promise<PromptRow | undefined> {
  return db
    .updateTable('prompt')
    .set({
      table_settings_id: tableSettingsId,
      ...toColumns(encodeFields(promptParts, { tableSettings })),
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

export async function findPromptByTableSettings(
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

/** Lists prompts in the order in which they are shown and run. */
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

/** Counts the prompts of each project, without notes. */
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

type ShiftRange = {
  readonly projectId: string
  readonly exceptId: string
  /** Both included. */
  readonly first: number
  readonly last: number
  readonly offset: 1 | -1
}

export type PromptPosition = { readonly id: string; readonly sequence_number: number }

/** Moves the prompts of a range by one position and returns their new positions. */
export async function shiftPrompts(
  { db, organizationId }: Tenant,
  { projectId, exceptId, first, last, offset }: ShiftRange,
): Promise<readonly PromptPosition[]> {
  const rows = await db
    .updateTable('prompt')
    .set((eb) => ({ sequence_number: eb('sequence_number', '+', offset) }))
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '!=', exceptId)
    .where('sequence_number', '>=', first)
    .where('sequence_number', '<=', last)
    .returning(['id', 'sequence_number'])
    .execute()
  const positions = rows.map(({ id, sequence_number }) => ({
    id,
    sequence_number: sequence_number ?? 0,
  }))
  return positions.sort((a, b) => a.sequence_number - b.sequence_number)
}
