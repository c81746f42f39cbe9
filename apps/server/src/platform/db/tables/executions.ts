import type { ExecutionStep } from '@recto/contract/executions'
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
  /** Absent where callers send the files and get the values back. */
  readonly source?: PlannedEnd
  readonly destination?: PlannedEnd
  /** The one profile that the caller wanted for all fields. */
  readonly llmProfileId?: string
}

type PlannedEnd = {
  readonly connection: 'API' | 'FILESYSTEM' | 'DATABASE' | 'MANUALREVIEW' | 'APPDEPLOYMENT'
  readonly connectorId: string | null
  readonly configuration: Readonly<Record<string, unknown>>
}

export type ExecutionTables = {
  /** What callers of deployments mark their requests with. */
  tag: {
    id: Generated<string>
    organization_id: number
    name: string
    description: Generated<string>
    created_at: Time
  }
  /** Each version of what workflows do, once. */
  execution_plan: {
    organization_id: number
    plan_hash: string
    plan: ColumnType<ExecutionPlan, string, never>
    created_at: Time
  }
  /** By what files of a workflow are recognised, as digests. */
  document_identity: {
    file_execution_id: string
    organization_id: number
    workflow_id: string
    seller: string | null
    number: string | null
    order_number: string | null
    date: string | null
    total: string | null
    account: string | null
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
    method: Generated<'DIRECT' | 'SCHEDULED'>
    /** Files of the source may still be added: it does not end before. */
    is_listing: Generated<boolean>
    /** Files of the source that were processed before. */
    skipped_files: Generated<number>
    /** How far it may go where somebody lets it go on by steps; null where it goes to its end. */
    step_to: ColumnType<
      ExecutionStep | null,
      ExecutionStep | null | undefined,
      ExecutionStep | null
    >
    /** A trial takes so many files of its source and hands nothing over; null otherwise. */
    trial_files: ColumnType<number | null, number | null | undefined, number | null>
    /** Of a trial: how many files of its source a whole run would take. */
    expected_files: ColumnType<number | null, number | null | undefined, number | null>
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
    /** The channel of the session that began it; absent where a program did. */
    log_events_id: string | null
    /** Under which name its caller wants its files looked at by people, and what the caller calls them. */
    review_queue: string | null
    review_packet: string | null
    /** By which the caller of a deployment names its request, and what the request asked for. */
    idempotency_key: string | null
    request_hash: string | null
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
    /** Where in the source it lies; absent of an upload. */
    file_path: ColumnType<string | null, string | null | undefined, never>
    /** What the source said of it: such as its size and its time. */
    source_mark: ColumnType<string | null, string | null | undefined, never>
    /** In which order the files were given. */
    position: Generated<number>
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
    /** Lies aside until then and holds no place; null where it may be claimed. */
    waits_until: MaybeTime
    /** How often it was laid aside because its destination was away. */
    waits: Generated<number>
    /** Lies aside until a person has approved what was read of it. */
    is_in_review: Generated<boolean>
    /** That were read of it; null where an earlier result was taken, or an earlier version read it. */
    pages: ColumnType<number | null, number | null | undefined, number | null>
    started_at: MaybeTime
    finished_at: MaybeTime
    created_at: Time
    modified_at: Time
  }
  /** What an execution says while it runs, of itself or of one of its files. */
  execution_log: {
    id: string
    organization_id: number
    execution_id: string
    file_execution_id: string | null
    event_time: Time
    level: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'
    stage: string
    log: string
  }
  /** What a workflow has done with the files of its source. */
  file_history: {
    id: Generated<string>
    organization_id: number
    workflow_id: string
    file_path: string
    file_hash: string
    /** What the source says of the file before it is read. */
    mark: string | null
    plan_hash: string
    status: 'COMPLETED' | 'ERROR'
    error: string | null
    execution_count: Generated<number>
    execution_id: string | null
    created_at: Time
    modified_at: Time
  }
}
