import type { Context } from '../../platform/context.ts'
import { createTimeOrderedId } from '../../platform/time-ordered-id.ts'
import { type ExecutionLogLine, writeLogs } from './execution-logs.store.ts'
import type { ExecutionRow } from './executions.store.ts'

export type LogDependencies = Pick<Context, 'batchedWrites'>

type NewLogLine = Omit<ExecutionLogLine, 'id' | 'at' | 'stage'> & {
  readonly stage: 'INITIALIZE' | 'SOURCE' | 'TOOL' | 'DESTINATION' | 'FINALIZE'
}

/** Writes a line to the log of an execution, asynchronously: the execution does not wait for it. */
export function logExecution({ batchedWrites }: LogDependencies, line: NewLogLine): void {
  batchedWrites.add(writeLogs, { ...line, id: createTimeOrderedId(), at: new Date().toISOString() })
}

export function logExecutionEnded(
  ctx: LogDependencies,
  organizationId: number,
  execution: ExecutionRow,
): void {
  const {
    successful_files: successCount,
    failed_files: failureCount,
    skipped_files: skippedCount,
    reused_files: reusedCount,
  } = execution
  const parts = [
    `${successCount} processed`,
    `${failureCount} failed`,
    ...(skippedCount ? [`${skippedCount} already processed`] : []),
    ...(reusedCount ? [`${reusedCount} from earlier results`] : []),
  ]
  logExecution(ctx, {
    organizationId,
    executionId: execution.id,
    level: failureCount > 0 ? 'WARN' : 'INFO',
    stage: 'FINALIZE',
    log: `The execution ended with status ${execution.status}: ${parts.join(', ')}.`,
  })
}
