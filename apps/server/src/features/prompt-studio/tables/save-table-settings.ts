import { randomUUID } from 'node:crypto'
import type { TableChanges } from '@recto/contract/prompt-studio/table-settings'
import { invalid, notFoundWithText } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { getPrompt } from '../rows/access.ts'
import type { AssertUnchanged } from '../rows/assert-unchanged.ts'
import {
  addTableSettings,
  changePrompt,
  findPromptByTableSettings,
  lockPrompt,
  type PromptRow,
} from '../rows/prompts.store.ts'
import { getDefaultTableSettings } from './map-table-settings.ts'

type CreateTableSettingsRequest = {
  readonly actor: Actor
  readonly promptId: string
  readonly projectId: string
  readonly settings: TableChanges
}

/** Creates table settings. Absent settings get their defaults. */
export async function createTableSettings(
  ctx: Pick<Context, 'db'>,
  { actor, promptId, projectId, settings }: CreateTableSettingsRequest,
): Promise<PromptRow> {
  const prompt = await getPrompt(ctx, { actor, promptId })
  if (prompt.project_id !== projectId) {
    throw invalid('prompt_id', 'The project has no such prompt.', 'does_not_exist')
  }
  const tableSettings = mergeSettings(getDefaultTableSettings(prompt), settings)
  const updatedPrompt = await addTableSettings(tenantOf(ctx, actor), promptId, {
    tableSettingsId: randomUUID(),
    tableSettings,
    modifiedBy: actor.userId,
  })
  if (!updatedPrompt) throw invalid('prompt_id', 'The prompt already has table settings.', 'unique')
  return updatedPrompt
}

type UpdateTableSettingsRequest = {
  readonly actor: Actor
  readonly settingsId: string
  readonly changes: TableChanges
  /** Present if the caller says what it has seen. */
  readonly assertUnchanged?: AssertUnchanged<PromptRow> | undefined
}

/** Updates table settings. Absent settings are not changed. */
export async function updateTableSettings(
  ctx: Pick<Context, 'db'>,
  { actor, settingsId, changes, assertUnchanged }: UpdateTableSettingsRequest,
): Promise<PromptRow> {
  const tenant = tenantOf(ctx, actor)
  const owner = await findPromptByTableSettings(tenant, settingsId)
  if (!owner) throw notFoundWithText('These table settings do not exist.')
  await getPrompt(ctx, { actor, promptId: owner.id })
  return inTransaction(tenant, async (transaction) => {
    const prompt = await lockPrompt(transaction, owner.id)
    await assertUnchanged?.(transaction, prompt)
    if (!prompt) throw notFoundWithText('These table settings do not exist.')
    const tableSettings = mergeSettings(
      { ...getDefaultTableSettings(prompt), ...prompt.table_settings },
      changes,
    )
    const updatedPrompt = await changePrompt(transaction, prompt.id, {
      tableSettings,
      modifiedBy: actor.userId,
    })
    if (!updatedPrompt) throw notFoundWithText('These table settings do not exist.')
    return updatedPrompt
  })
}

type StoredTableSettings = NonNullable<PromptRow['table_settings']>

function mergeSettings(current: StoredTableSettings, changes: TableChanges): StoredTableSettings {
  const definedChanges = Object.entries(changes).filter(([, value]) => value !== undefined)
  const settings: StoredTableSettings = { ...current, ...Object.fromEntries(definedChanges) }
  const { start_page, end_page } = settings
  if (end_page !== 0 && end_page < start_page) {
    throw invalid('end_page', 'The last page must not be before the first page.')
  }
  return settings
}
