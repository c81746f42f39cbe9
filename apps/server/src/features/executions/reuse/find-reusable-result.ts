import type { Tenant } from '../../../platform/db/database.ts'
import { usesCachedResult } from '../../tools/tools.port.ts'
import type { ExecutionPlan } from '../execution-plans.store.ts'
import type { ExecutionRow } from '../executions.store.ts'
import { findFinishedResult, findUndeliveredResult } from './reusable-results.store.ts'

/** A file that would be read. */
type FileToRead = {
  readonly file: { readonly file_hash: string; readonly file_path: string | null }
  readonly execution: Pick<
    ExecutionRow,
    | 'workflow_id'
    | 'plan_hash'
    | 'custom_data'
    | 'trial_files'
    | 'reuses_results'
    | 'uses_file_history'
  >
  readonly plan: ExecutionPlan
}

/** A result of an earlier execution, and the digest under which it may be reused again. */
export type ReusableResult = { readonly result: unknown; readonly digest: string | undefined }

/** Finds a result of an earlier execution that makes it unnecessary to read the file. */
export async function findReusableResult(
  tenant: Tenant,
  { file, execution, plan }: FileToRead,
  answerDigest: string,
): Promise<ReusableResult | undefined> {
  // A dry run measures the cost of reading, so it reuses no result.
  if (execution.trial_files !== null || !execution.reuses_results) return undefined
  const { workflow_id: workflowId, plan_hash: planHash, custom_data: customData } = execution
  const content = { workflowId, fileHash: file.file_hash, customData }
  if (usesCachedResult(plan.tool, plan.settings)) {
    const result = await findFinishedResult(tenant, content, { answerDigest })
    if (result) return { result, digest: answerDigest }
  }
  // The caller accepts what was answered before, also if the settings of an adapter were others.
  if (execution.uses_file_history) {
    const result = await findFinishedResult(tenant, content, { planHash })
    if (result) return { result, digest: undefined }
  }
  if (!plan.destination) return undefined
  const undeliveredRequest = { ...content, answerDigest, filePath: file.file_path }
  const result = await findUndeliveredResult(tenant, undeliveredRequest)
  return result ? { result, digest: answerDigest } : undefined
}
