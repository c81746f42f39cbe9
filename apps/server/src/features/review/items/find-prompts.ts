import type { MatchTo } from '@recto/contract/prompt-studio/match-to'
import type { Tenant } from '../../../platform/db/database.ts'
import { findRecordedFile } from '../../executions/executions.port.ts'
import type { Tool } from '../../tools/tools.port.ts'
import type { ReviewItemRow } from './items.store.ts'

export type ReviewedPrompt = {
  readonly name: string
  readonly type: string
  /** Columns of a prompt that asks for rows, if it states them. */
  readonly columns: readonly string[]
  /** The lookup table that its value is matched to, if there is one. */
  readonly matchTo: MatchTo | null
}

/** Returns the prompts that a file was read with; none for a tool without prompts. */
export async function findPrompts(
  tenant: Tenant,
  item: Pick<ReviewItemRow, 'file_execution_id'>,
): Promise<readonly ReviewedPrompt[]> {
  const recordedFile = await findRecordedFile(tenant, item.file_execution_id)
  const outputs = (recordedFile?.plan.tool as Tool | undefined)?.metadata.outputs ?? []
  return outputs.map(({ name, type, table_settings: table, match_to: matchTo = null }) => ({
    name,
    type,
    columns: table?.headers ?? [],
    matchTo,
  }))
}
