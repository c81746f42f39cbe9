import type { Tenant } from '../../../platform/db/database.ts'
import { findRecordedFile } from '../../executions/executions.port.ts'
import type { Tool } from '../../tools/tools.port.ts'
import type { ReviewItemRow } from './items.store.ts'

type ReviewedPrompt = {
  readonly name: string
  readonly type: string
  /** Columns of a prompt that asks for rows, if it states them. */
  readonly columns: readonly string[]
}

/** Returns the prompts that a file was read with; none for a tool without prompts. */
export async function findPrompts(
  tenant: Tenant,
  item: Pick<ReviewItemRow, 'file_execution_id'>,
): Promise<readonly ReviewedPrompt[]> {
  const recordedFile = await findRecordedFile(tenant, item.file_execution_id)
  const outputs = (recordedFile?.plan.tool as Tool | undefined)?.metadata.outputs ?? []
  return outputs.map(({ name, type, table_settings: table }) => ({
    name,
    type,
    columns: table?.headers ?? [],
  }))
}
