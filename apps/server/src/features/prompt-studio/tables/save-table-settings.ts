import { randomUUID } from 'node:crypto'
import type { TableChanges } from '@recto/contract/table-settings'
import { invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { storableJson } from '../../../platform/db/storable.ts'
import type { AssertExpected } from '../rows/assert-expected.ts'
import { getPrompt } from '../rows/get-prompt.ts'
import {
  addTableSettings,
  changePrompt,
  findPromptOfTable,
  lockPrompt,
  type PromptRow,
} from '../rows/prompts.store.ts'
import { usualSettings } from './map-table-settings.ts'

type Creation = {
  readonly actor: Actor
  readonly promptId: string
  readonly projectId: string
  readonly settings: TableChanges
}

/** What is not said is as by default. */
export async function createTableSettings(
  ctx: Pick<Context, 'db'>,
  { actor, promptId, projectId, settings }: Creation,
): Promise<PromptRow> {
  const prompt = await getPrompt(ctx, { actor, promptId })
  if (prompt.project_id !== projectId) {
    throw invalid('prompt_id', 'The project has no such prompt.', 'does_not_exist')
  }
  const tableSettings = merged(usualSettings(prompt), settings)
  const saved = await addTableSettings(tenantOf(ctx, actor), promptId, {
    tableSettingsId: randomUUID(),
    tableSettings: storableJson(tableSettings),
    modifiedBy: actor.userId,
  })
  if (!saved) throw invalid('prompt_id', 'The prompt has table settings already.', 'unique')
  return saved
}

type Update = {
  readonly actor: Actor
  readonly settingsId: string
  readonly changes: TableChanges
  /** Where the caller says what it saw. */
  readonly assertExpected?: AssertExpected<PromptRow> | undefined
}

/** What is not said stays as it is. */
export async function updateTableSettings(
  ctx: Pick<Context, 'db'>,
  { actor, settingsId, changes, assertExpected }: Update,
): Promise<PromptRow> {
  const tenant = tenantOf(ctx, actor)
  const found = await findPromptOfTable(tenant, settingsId)
  if (!found) throw notFound('table settings')
  await getPrompt(ctx, { actor, promptId: found.id })
  return inTransaction(tenant, async (within) => {
    const prompt = await lockPrompt(within, found.id)
    await assertExpected?.(within, prompt)
    if (!prompt) throw notFound('table settings')
    const tableSettings = merged({ ...usualSettings(prompt), ...prompt.table_settings }, changes)
    const saved = await changePrompt(within, prompt.id, {
      tableSettings: storableJson(tableSettings),
      modifiedBy: actor.userId,
    })
    if (!saved) throw notFound('table settings')
    return saved
  })
}

type Settings = NonNullable<PromptRow['table_settings']>

function merged(before: Settings, changes: TableChanges): Settings {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const settings: Settings = { ...before, ...Object.fromEntries(given) }
  const { start_page, end_page } = settings
  if (end_page !== 0 && end_page < start_page) {
    throw invalid('end_page', 'The last page is before the first one.')
  }
  return settings
}
