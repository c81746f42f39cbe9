import type { ExecutionStatus } from '@recto/contract/executions'
import type { Execution } from './execution.ts'

type Counted = Pick<Execution, 'totalFiles' | 'successfulFiles' | 'failedFiles'>

/** Files that are done with, of 100; 0 when there are none. */
export const percentOf = ({ totalFiles, successfulFiles, failedFiles }: Counted): number =>
  totalFiles === 0 ? 0 : Math.round(((successfulFiles + failedFiles) / totalFiles) * 100)

const last: ReadonlySet<ExecutionStatus> = new Set(['COMPLETED', 'ERROR', 'STOPPED'])

/** Nothing more will happen to it. */
export const isSettled = ({ status }: { readonly status: ExecutionStatus }): boolean =>
  last.has(status)

type Progress = Pick<Execution, 'status' | 'totalFiles'> & { readonly isListing?: boolean }

/** Has its files or looks for them, and is not through. One that never got its files stays as it is. */
export const isLive = (execution: Progress): boolean =>
  !isSettled(execution) && (execution.totalFiles > 0 || execution.isListing === true)
