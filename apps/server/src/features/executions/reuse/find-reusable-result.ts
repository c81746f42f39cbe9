import type { Tenant } from '../../../platform/db/database.ts'
import { usesCachedResult } from '../../tools/tools.port.ts'
import type { ExecutionPlan } from '../execution-plans.store.ts'
import type { ExecutionRow } from '../executions.store.ts'
import {
  type FileContent,
  findFinishedResult,
  findUndeliveredResult,
} from './reusable-results.store.ts'

/** A file that would be read. */
type FileToRead = {
  readonly file: { readonly file_hash: string; readonly file_path: string | null }
  readonly execution: Pick<
    ExecutionRow,
    | 'workflow_id'
    | 'plan_hash'
    | 'custom_data'
    | 'trial_files'
    | 'is_preview'
    | 'reuses_results'
    | 'uses_file_history'
  >
  readonly plan: ExecutionPlan
}

/** A result of an earlier execution, and the digest under which it may be reused again. */
export type ReusableResult = { readonly result: unknown; readonly digest: string | undefined }

/**
 * Whether a later execution may reuse the results of this plan by their digest. Results that go back
 * to their caller, by a tool without a cache, need none.
 */
export const needsDigest = ({ destination, tool, settings }: ExecutionPlan): boolean =>
  destination !== undefined || usesCachedResult(tool, settings) === true

/** Finds a result of an earlier execution that makes it unnecessary to read the file. */
export async function findReusableResult(
  tenant: Tenant,
  fileToRead: FileToRead,
  answerDigest: string | undefined,
): Promise<ReusableResult | undefined> {
  const { execution } = fileToRead
  // A dry run measures the cost of reading, so it reuses no result, unless it is a preview.
  const measuresCost = execution.trial_files !== null && !execution.is_preview
  if (measuresCost || !execution.reuses_results) return undefined
  // The caller accepts what was answered before, also if the settings of an adapter were others.
  if (execution.uses_file_history) {
    const { plan_hash: planHash } = execution
    const result = await findFinishedResult(tenant, toContent(fileToRead), { planHash })
    if (result) return { result, digest: undefined }
  }
  if (answerDigest === undefined) return undefined
  const result = await findByDigest(tenant, fileToRead, answerDigest)
  return result ? { result, digest: answerDigest } : undefined
}

async function findByDigest(
  tenant: Tenant,
  fileToRead: FileToRead,
  answerDigest: string,
): Promise<unknown> {
  const { plan, file } = fileToRead
  const content = toContent(fileToRead)
  const cachedResult =
    usesCachedResult(plan.tool, plan.settings) &&
    (await findFinishedResult(tenant, content, { answerDigest }))
  if (cachedResult || !plan.destination) return cachedResult
  return findUndeliveredResult(tenant, { ...content, answerDigest, filePath: file.file_path })
}

const toContent = ({ file, execution }: FileToRead): FileContent => ({
  workflowId: execution.workflow_id,
  fileHash: file.file_hash,
  customData: execution.custom_data,
})
