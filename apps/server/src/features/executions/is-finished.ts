import type { ExecutionRow } from './executions.store.ts'

export function isFinished({ status }: Pick<ExecutionRow, 'status'>): boolean {
  return status !== 'PENDING' && status !== 'EXECUTING'
}
