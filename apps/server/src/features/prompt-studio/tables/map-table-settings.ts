import {
  defaultTableSettings,
  type TableChanges,
  type TableSettings,
} from '@recto/contract/table-settings'
import { assertExpected } from '../rows/assert-expected.ts'
import type { PromptRow } from '../rows/prompts.store.ts'

/** What the prompt's list is read from; the defaults where nobody has said. */
export function presentTableSettings(prompt: PromptRow): TableSettings {
  const settings = { ...usualSettings(prompt), ...prompt.table_settings }
  return {
    id: prompt.table_settings_id,
    prompt_id: prompt.id,
    tool_id: prompt.project_id,
    ...settings,
    headers: [...settings.headers],
  }
}

export const expectedTable = (expected: TableChanges | undefined) =>
  assertExpected('table', expected, async (_, row: PromptRow) => presentTableSettings(row))

/** The defaults, for the type that the prompt has. */
export const usualSettings = ({ enforce_type }: PromptRow) => ({
  ...defaultTableSettings,
  enforce_type: enforce_type === 'record' ? ('record' as const) : ('table' as const),
})
