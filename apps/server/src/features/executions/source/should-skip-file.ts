import type { FileSource } from '../../workflows/workflows.port.ts'

export type SkipRules = {
  /** Maximum number of times that a failing file is processed. */
  readonly maxAttempts: number
  readonly settings: FileSource
}

type ProcessedFile = {
  readonly status: 'COMPLETED' | 'ERROR'
  readonly execution_count: number
  readonly modified_at: Date
}

/**
 * Whether a file that was processed in the same way before is skipped: it was processed, or has
 * failed too often.
 */
export function shouldSkipFile(
  { status, execution_count, modified_at }: ProcessedFile,
  { maxAttempts, settings }: SkipRules,
): boolean {
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
