import type { CustomData } from '@recto/contract/wire'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>

type ExecutionStatus = 'PENDING' | 'EXECUTING' | 'COMPLETED' | 'STOPPED' | 'ERROR'

/** What an execution runs, fixed when it is made: a later change of the workflow is for later ones. */
export type ExecutionPlan = {
  readonly toolId: string
  readonly settings: Record<string, unknown>
  readonly tool: unknown
}

export type ExecutionTables = {
  /** Each version of what workflows do, once. */
  execution_plan: {
    organization_id: number
    plan_hash: string
    plan: ColumnType<ExecutionPlan, string, never>
    created_at: Time
  }
  /** What a file's run has done and must not do again, and that nothing else keeps. */
  file_step: {
    organization_id: number
    file_execution_id: string
    name: string
    result: ColumnType<unknown, string, never>
  }
  execution: {
    id: Generated<string>
    organization_id: number
    /** Kept when the workflow is deleted: an execution stands on its own. */
    workflow_id: string
    workflow_name: string
    /** The deployment that was called. */
    pipeline_id: string | null
    pipeline_name: string | null
    entity: 'API' | 'WF' | 'ETL' | 'TASK'
    status: ExecutionStatus
    is_acknowledged: Generated<boolean>
    total_files: Generated<number>
    successful_files: Generated<number>
    failed_files: Generated<number>
    error_message: Generated<string>
    uses_file_history: Generated<boolean>
    tags: Generated<string[]>
    /** Of the caller's own, for prompts that refer to it. */
    custom_data: ColumnType<CustomData | null, string | null | undefined, never>
    /** Only of executions that an earlier version made; the others name theirs by its hash. */
    plan: ColumnType<ExecutionPlan | null, string | undefined, never>
    /** The same for two executions that would do the same with the same file. */
    plan_hash: string
    created_by: number | null
    started_at: MaybeTime
    finished_at: MaybeTime
    created_at: Time
    modified_at: Time
  }
  file_execution: {
    id: Generated<string>
    organization_id: number
    execution_id: string
    /** Absent in files that an earlier version has settled. */
    workflow_id: string | null
    /** Whether a caller waits for the result: such files stand before others. */
    is_awaited: Generated<boolean>
    file_name: string
    file_size: number
    /** Under which the documents room keeps the file. */
    file_hash: string
    mime_type: string
    status: ExecutionStatus
    error: string | null
    result: ColumnType<unknown, string | null | undefined, string | null>
    /** The worker that holds the file; null while it waits and when it is settled. */
    worker_id: string | null
    /** Workers that died while they held it. */
    deaths: Generated<number>
    started_at: MaybeTime
    finished_at: MaybeTime
    created_at: Time
    modified_at: Time
  }
}
