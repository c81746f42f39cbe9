import type { Tenant } from '../../platform/db/database.ts'
import type { ExecutionPlan } from '../../platform/db/tables/executions.ts'
import { getPlan } from './execution-plans.store.ts'
import { findExecution } from './executions.store.ts'
import { type FileExecutionRow, findFileExecution } from './files/file-executions.store.ts'

/** A file of an execution with what it was run by. */
export type RecordedFile = { readonly file: FileExecutionRow; readonly plan: ExecutionPlan }

export async function findRecordedFile(
  tenant: Tenant,
  id: string,
): Promise<RecordedFile | undefined> {
  const file = await findFileExecution(tenant, id)
  const execution = file && (await findExecution(tenant, file.execution_id))
  return file && execution && { file, plan: await getPlan(tenant, execution) }
}
