import {
  defaultTableSettings,
  type TableChanges,
  type TableSettings,
} from '@recto/contract/prompt-studio/table-settings'
import { createUnchangedAssertion } from '../rows/assert-unchanged.ts'
import type { PromptRow } from '../rows/prompts.store.ts'

/** Presents the table settings of the prompt, or the defaults. */
export function presentTableSettings(prompt: PromptRow): TableSettings {
  const settings = { ...getDefaultTableSettings(prompt), ...prompt.table_settings }
  return {
    id: prompt.table_settings_id,
    prompt_id: prompt.id,
    tool_id: prompt.project_id,
    ...settings,
    headers: [...settings.headers],
  }
}

export const toTableAssertion = (expected: TableChanges | undefined) =>
  createUnchangedAssertion('table', expected, async (_, row: PromptRow) =>
    presentTableSettings(row),
  )

/** Returns the default settings for the type of the prompt. */
export const getDefaultTableSettings = ({ enforce_type }: PromptRow) => ({
  ...defaultTableSettings,
  enforce_type: enforce_type === 'record' ? ('record' as const) : ('table' as const),
})
