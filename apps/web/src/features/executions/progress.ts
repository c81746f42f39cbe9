import type { Execution, ExecutionStatus } from '@recto/contract/executions'

type Counted = Pick<Execution, 'total_files' | 'successful_files' | 'failed_files'>

/** Files that are done with, of 100; 0 when there are none. */
export const percentOf = ({ total_files, successful_files, failed_files }: Counted): number =>
  total_files === 0 ? 0 : Math.round(((successful_files + failed_files) / total_files) * 100)

const last: ReadonlySet<ExecutionStatus> = new Set(['COMPLETED', 'ERROR', 'STOPPED'])

/** Nothing more will happen to it. */
export const isSettled = ({ status }: { readonly status: ExecutionStatus }): boolean =>
  last.has(status)

/** Has its files, and is not through with them. One that never got its files stays as it is. */
export const isLive = (execution: Pick<Execution, 'status' | 'total_files'>): boolean =>
  !isSettled(execution) && execution.total_files > 0
