import type { FileSource } from '../../workflows/workflows.port.ts'

export type SkipRules = {
  /** Hash of the plan, which identifies the version of the workflow. */
  readonly planHash: string
  /** Maximum number of times that a failing file is processed. */
  readonly maxAttempts: number
  readonly settings: FileSource
}

type ProcessedFile = {
  readonly plan_hash: string
  readonly status: 'COMPLETED' | 'ERROR'
  readonly execution_count: number
  readonly modified_at: Date
}

/**
 * Whether a file is skipped: the same version of the workflow has processed it, or it has failed
 * too often.
 */
export function shouldSkipFile(
  { plan_hash, status, execution_count, modified_at }: ProcessedFile,
  { planHash, maxAttempts, settings }: SkipRules,
): boolean {
  if (plan_hash !== planHash) return false
  if (status === 'ERROR') return execution_count >= maxAttempts
  if (settings.fileReprocessingHandling === 'skip_duplicates') return true
  return Date.now() < getReprocessTime(modified_at, settings).getTime()
}

function getReprocessTime(
  processedAt: Date,
  { reprocessInterval, intervalUnit }: FileSource,
): Date {
  const reprocessAt = new Date(processedAt)
  if (intervalUnit === 'days') reprocessAt.setUTCDate(reprocessAt.getUTCDate() + reprocessInterval)
  else reprocessAt.setUTCMonth(reprocessAt.getUTCMonth() + reprocessInterval)
  return reprocessAt
}
