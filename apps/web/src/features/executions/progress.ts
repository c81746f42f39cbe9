import type { ExecutionStatus } from '@recto/contract/executions/executions'
import type { Execution } from './execution.ts'

type FileCounts = Pick<Execution, 'totalFiles' | 'successfulFiles' | 'failedFiles'>

/** Percentage of processed files; 0 if there are none. */
export const percentOf = ({ totalFiles, successfulFiles, failedFiles }: FileCounts): number =>
  totalFiles === 0 ? 0 : Math.round(((successfulFiles + failedFiles) / totalFiles) * 100)

const finalStatuses: ReadonlySet<ExecutionStatus> = new Set(['COMPLETED', 'ERROR', 'STOPPED'])

/** Whether the execution or file has ended. */
export const isSettled = ({ status }: { readonly status: ExecutionStatus }): boolean =>
  finalStatuses.has(status)

type Progress = Pick<Execution, 'status' | 'totalFiles'> & { readonly isListing?: boolean }

/**
 * Whether the execution is in progress: it has files or is listing them, and has not ended. One
 * that never received files is not.
 */
export const isLive = (execution: Progress): boolean =>
  !isSettled(execution) && (execution.totalFiles > 0 || execution.isListing === true)
