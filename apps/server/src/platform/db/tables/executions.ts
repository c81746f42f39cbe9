import type { ExecutionStep } from '@recto/contract/executions/executions'
import type { CustomData } from '@recto/contract/wire/wire'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>

type ExecutionStatus = 'PENDING' | 'EXECUTING' | 'COMPLETED' | 'STOPPED' | 'ERROR'

/** What an execution runs, fixed at its start: later changes of the workflow do not affect it. */
export type StoredExecutionPlan = {
  readonly toolId: string
  readonly settings: Record<string, unknown>
  readonly tool: unknown
  /** Absent if callers send the files and receive the values. */
  readonly source?: PlannedEnd
  readonly destination?: PlannedEnd
  /** The profile that the caller selected for all fields. */
  readonly llmProfileId?: string
}

/** The result of a file's run. Results of earlier versions lack some of the optional parts. */
export type StoredFileResult = {
  readonly output: Record<string, unknown>
  readonly evidence?: Record<string, unknown>
  readonly metadata?: Record<string, unknown> & {
    readonly run_id?: string
    readonly text_hash?: string
    readonly errors?: Readonly<Record<string, string>>
  }
  readonly metrics?: Record<string, unknown>
}

type PlannedEnd = {
  readonly connection: 'API' | 'FILESYSTEM' | 'DATABASE' | 'MANUALREVIEW' | 'APPDEPLOYMENT' | 'HTTP'
  readonly connectorId: string | null
  readonly configuration: Readonly<Record<string, unknown>>
}

export type ExecutionTables = {
  /** Calls of HTTP endpoints with results. */
  destination_call: {
    id: Generated<string>
    organization_id: number
    workflow_id: string
    execution_id: string
    /** The newest run of its file. */
    file_execution_id: string
    /** Digest of the document, which later runs of it have too. */
    document_key: string
    /** The same in each attempt, and in later runs until the content changes. */
    idempotency_key: string
    /** Place of the item in its list, from 1 on; 0 for a call about the whole file. */
    item_number: number
    /** The bytes of every attempt. Null only if an earlier version has delivered or replaced the call. */
    body: string | null
    /** Digest of what the body says about the document; null if an earlier version stored the call. */
    content_digest: string | null
    /** Grows with each change of the content of the document's item. */
    revision: Generated<number>
    state: Generated<'WAITING' | 'DELIVERED' | 'DEAD' | 'REPLACED'>
    /** Number of attempts that were started. */
    attempts: Generated<number>
    /** Status of the last response; null if there was none. */
    status_code: number | null
    last_error: string | null
    created_at: Time
    last_attempt_at: MaybeTime
  }
  /** Tags that callers of deployments give to their requests. */
  tag: {
    id: Generated<string>
    organization_id: number
    name: string
    description: Generated<string>
    created_at: Time
  }
  /** Execution plans, each distinct one stored once. */
  execution_plan: {
    organization_id: number
    plan_hash: string
    plan: ColumnType<StoredExecutionPlan, string, never>
    created_at: Time
  }
  /** Digests that identify documents of a workflow. */
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
  /** Results of completed steps of a file that must not be repeated and are stored nowhere else. */
  file_step: {
    organization_id: number
    file_execution_id: string
    name: string
    result: ColumnType<unknown, string, never>
  }
  execution: {
    id: Generated<string>
    organization_id: number
    /** This is no foreign key, because executions stay when the workflow is deleted. */
    workflow_id: string
    workflow_name: string
    /** Id of the called deployment or pipeline. */
    pipeline_id: string | null
    pipeline_name: string | null
    /** The starter: `API` is a deployment, `ETL` or `TASK` a pipeline, `WF` the workflow page. */
    entity: 'API' | 'WF' | 'ETL' | 'TASK'
    method: Generated<'DIRECT' | 'SCHEDULED'>
    /** Whether it was started because something arrived: it leaves files that are still being written. */
    is_on_arrival: Generated<boolean>
    /** Files of the source may still be added, so the execution cannot end yet. */
    is_listing: Generated<boolean>
    /** Number of source files that had been processed before. */
    skipped_files: Generated<number>
    /** The step up to which a user lets it run; null if it runs to the end. */
    step_to: ColumnType<
      ExecutionStep | null,
      ExecutionStep | null | undefined,
      ExecutionStep | null
    >
    /**
     * Number of source files that a trial processes without delivering results; null if it is no
     * trial.
     */
    trial_files: ColumnType<number | null, number | null | undefined, number | null>
    /** Whether it is a trial that takes the first files, and may use earlier results. */
    is_preview: Generated<boolean>
    /** The number of source files that a whole run would process, for a trial. */
    expected_files: ColumnType<number | null, number | null | undefined, number | null>
    status: ExecutionStatus
    is_acknowledged: Generated<boolean>
    total_files: Generated<number>
    successful_files: Generated<number>
    failed_files: Generated<number>
    /** Number of files that wait for people. A trigger counts them. */
    in_review_files: ColumnType<number, never, never>
    /** It has only waited for people since then. A trigger sets it. */
    paused_at: ColumnType<Date | null, never, never>
    /** It only waited for people for so many seconds before. */
    paused_seconds: ColumnType<number, never, never>
    error_message: Generated<string>
    uses_file_history: Generated<boolean>
    /** Whether undelivered and cached results of earlier executions may be used. */
    reuses_results: Generated<boolean>
    /** Its calls may wait in batches until then; null if they are made at once. */
    batch_deadline: ColumnType<Date | null, Date | null | undefined, Date | null>
    /** Number of files whose result was read in an earlier execution. */
    reused_files: Generated<number>
    tags: Generated<string[]>
    /** Custom data of the caller, for prompts that refer to it. */
    custom_data: ColumnType<CustomData | null, string | null | undefined, never>
    /** Present only in executions of an earlier version; others refer to their plan by its hash. */
    plan: ColumnType<StoredExecutionPlan | null, string | undefined, never>
    /** Equal for executions that would process the same file in the same way. */
    plan_hash: string
    /** Log channel of the session that started it; null if a program did. */
    log_events_id: string | null
    /** Review queue that the caller chose, and the caller's name for the files. */
    review_queue: string | null
    review_packet: string | null
    /** Idempotency key of the caller's request, and a digest of the request. */
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
    /** Null in files completed by an earlier version. */
    workflow_id: string | null
    /** Whether a caller waits for the result; such files have priority. */
    is_awaited: Generated<boolean>
    file_name: string
    /** Further names under which the request sent the same content. */
    other_names: Generated<string[]>
    /** Path in the source; null for uploads. */
    file_path: ColumnType<string | null, string | null | undefined, never>
    /** Metadata of the source, such as size and time. */
    source_mark: ColumnType<string | null, string | null | undefined, never>
    /** Facts about its origin, such as the sender of a mail; null if the source has none. */
    source_metadata: ColumnType<Readonly<Record<string, string>> | null, never, never>
    /** Position of the file in the request. */
    position: Generated<number>
    file_size: number
    /** Key of the file in the documents module. */
    file_hash: string
    mime_type: string
    /** It sleeps until its calls have replies from batches. */
    waits_for_batch: Generated<boolean>
    status: ExecutionStatus
    error: string | null
    result: ColumnType<StoredFileResult | null, string | null | undefined, string | null>
    /**
     * Digest of what the answer depends on besides the content of the file; null without a result,
     * and in files of earlier versions.
     */
    answer_digest: ColumnType<string | null, string | null | undefined, string | null>
    /** The worker that processes the file; null while it waits and when it is finished. */
    worker_id: string | null
    /** Number of workers that died while they processed it. */
    deaths: Generated<number>
    /** Suspended until then, without using a slot; null if it may be claimed. */
    waits_until: MaybeTime
    /** Number of suspensions because its destination was unavailable. */
    waits: Generated<number>
    /** It states why the file waits while a failed call is repeated. */
    retry_note: ColumnType<string | null, never, string | null>
    /** Suspended until a person has approved its values. */
    is_in_review: Generated<boolean>
    /** It has been in review since then. A trigger sets it. */
    paused_at: ColumnType<Date | null, never, never>
    /** It was in review for so many seconds before. */
    paused_seconds: ColumnType<number, never, never>
    /**
     * Number of pages read; null if an earlier result was reused, or for files of an earlier
     * version.
     */
    pages: ColumnType<number | null, number | null | undefined, number | null>
    /** Durations of its stages in the runs that have ended; null before, and in files of an earlier version. */
    stage_seconds: ColumnType<Readonly<Record<string, number>> | null, never, never>
    started_at: MaybeTime
    finished_at: MaybeTime
    created_at: Time
    modified_at: Time
  }
  /** The random sample of an execution that goes to review. */
  review_sample: {
    execution_id: string
    organization_id: number
    /** Number of files in the execution, and the share, for which it was searched. */
    files: number
    percentage: number
    /** Rank of the last file in the sample. */
    last_rank: string
  }
  /** Log entries of an execution, about itself or one of its files. */
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
  /** Contents of a workflow whose results from before this time are not reused. */
  cleared_content: {
    organization_id: number
    workflow_id: string
    file_hash: string
    cleared_at: Time
  }
  /** Processing history of source files, per workflow. */
  file_history: {
    id: Generated<string>
    organization_id: number
    workflow_id: string
    file_path: string
    file_hash: string
    /** Metadata of the source before the file is read. */
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
