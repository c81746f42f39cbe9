import type { FileSource } from '../../workflows/workflows.port.ts'

export type Judging = {
  /** The version of the workflow. */
  readonly planHash: string
  /** How often a file is tried. */
  readonly tries: number
  readonly settings: FileSource
}

type History = {
  readonly plan_hash: string
  readonly status: 'COMPLETED' | 'ERROR'
  readonly execution_count: number
  readonly modified_at: Date
}

/**
 * Whether a file is left out because of what became of it before: it was processed by the same version of
 * the workflow, or has failed so often that it is set aside.
 */
export function isKnown(
  { plan_hash, status, execution_count, modified_at }: History,
  { planHash, tries, settings }: Judging,
): boolean {
  if (plan_hash !== planHash) return false
  if (status === 'ERROR') return execution_count >= tries
  if (settings.fileReprocessingHandling === 'skip_duplicates') return true
  return Date.now() < againAt(modified_at, settings).getTime()
}

function againAt(at: Date, { reprocessInterval, intervalUnit }: FileSource): Date {
  const again = new Date(at)
  if (intervalUnit === 'days') again.setUTCDate(again.getUTCDate() + reprocessInterval)
  else again.setUTCMonth(again.getUTCMonth() + reprocessInterval)
  return again
}
