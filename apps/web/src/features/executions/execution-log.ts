import type { LogLevel, ExecutionLog as WireLog } from '@recto/contract/executions/execution-logs'
import type { RawExecution } from '@recto/contract/executions/executions'
import { omitUndefined } from '@recto/omit-undefined'

/** A log entry of an execution or of one of its files. */
export type ExecutionLog = {
  readonly id: string
  readonly at: string
  readonly level: LogLevel
  readonly stage: string
  readonly text: string
}

export const logFromWire = (wire: WireLog): ExecutionLog => ({
  id: wire.id,
  at: wire.event_time,
  level: wire.data.level,
  stage: wire.data.stage,
  text: wire.data.log,
})

/** Filter for log entries of an execution. */
export type LogSearch = {
  readonly executionId: string
  /** Null selects entries about the execution itself; undefined selects all. */
  readonly fileId?: string | null
  /** Lowest severity to include. */
  readonly level?: LogLevel | undefined
  readonly page: number
  readonly pageSize: number
}

export const logQueryToWire = ({ executionId, fileId, level, page, pageSize }: LogSearch) => ({
  params: { id: executionId },
  query: omitUndefined({
    page,
    page_size: pageSize,
    file_execution_id: fileId === undefined ? undefined : (fileId ?? ('null' as const)),
    log_level: level,
  }),
})

/** A run of a deployment or a pipeline. */
export type PipelineRun = {
  readonly id: string
  readonly status: RawExecution['status']
  readonly seconds: number
  readonly startedAt: string
  readonly successfulFiles: number
  readonly failedFiles: number
  readonly totalFiles: number
  /** Whether nothing is left to do but to review. */
  readonly isWaitingForReview: boolean
}

export const runFromWire = (wire: RawExecution): PipelineRun => ({
  id: wire.id,
  status: wire.status,
  seconds: wire.execution_time,
  startedAt: wire.created_at,
  successfulFiles: wire.successful_files,
  failedFiles: wire.failed_files,
  totalFiles: wire.total_files,
  isWaitingForReview: wire.is_waiting_for_review,
})
