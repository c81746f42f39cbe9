import type { LogLevel, ExecutionLog as WireLog } from '@recto/contract/execution-logs'
import type { RawExecution } from '@recto/contract/executions'

/** Something that an execution said, of itself or of one of its files. */
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

/** Whose log: of a file, or what the execution says of itself. */
export type LogSearch = {
  readonly executionId: string
  /** `null`: what the execution says of itself; absent: all of it. */
  readonly fileId?: string | null
  /** This one and the more severe ones. */
  readonly level?: LogLevel | undefined
  readonly page: number
  readonly pageSize: number
}

export const logQueryToWire = ({ executionId, fileId, level, page, pageSize }: LogSearch) => ({
  params: { id: executionId },
  query: {
    page,
    page_size: pageSize,
    ...(fileId !== undefined && { file_execution_id: fileId ?? ('null' as const) }),
    ...(level && { log_level: level }),
  },
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
}

export const runFromWire = (wire: RawExecution): PipelineRun => ({
  id: wire.id,
  status: wire.status,
  seconds: wire.execution_time,
  startedAt: wire.created_at,
  successfulFiles: wire.successful_files,
  failedFiles: wire.failed_files,
  totalFiles: wire.total_files,
})
