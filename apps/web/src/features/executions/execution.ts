import type {
  ExecutionEntity,
  ExecutionStatus,
  ExecutionStep,
  ExpectedUsage,
  WholeExecution,
  FileExecution as WireFile,
} from '@recto/contract/executions'

/** One run of a workflow over files. */
export type Execution = {
  readonly id: string
  readonly status: ExecutionStatus
  readonly workflowName: string
  /** The API deployment or the pipeline that asked for it. */
  readonly pipelineName: string | null
  readonly errorMessage: string
  readonly totalFiles: number
  readonly successfulFiles: number
  readonly failedFiles: number
  /** Files of the source that were processed before. */
  readonly skippedFiles: number
  /** Files may still come. */
  readonly isListing: boolean
  /** For people; the time so far while it runs. */
  readonly duration: string
  readonly startedAt: string
  /** It only tried some files of its source. */
  readonly isDryRun: boolean
  /** While it goes by steps. */
  readonly step: { readonly at: ExecutionStep; readonly isThrough: boolean } | undefined
  /** Once it has ended. */
  readonly taken: TakenAmount | undefined
  /** Of a dry run: what a whole run would take. */
  readonly expected: (TakenAmount & { readonly files: number }) | undefined
}

/** What reading takes. */
export type TakenAmount = {
  readonly pages: number
  readonly tokens: number
  /** In dollars; null where the price is not known. */
  readonly cost: number | null
}

type WireAmount = Omit<ExpectedUsage, 'files'>

const amountFromWire = ({ pages, total_tokens, cost_in_dollars }: WireAmount): TakenAmount => ({
  pages,
  tokens: total_tokens,
  cost: cost_in_dollars,
})

export const executionFromWire = (wire: WholeExecution): Execution => ({
  id: wire.id,
  status: wire.status,
  workflowName: wire.workflow_name,
  pipelineName: wire.pipeline_name,
  errorMessage: wire.error_message,
  totalFiles: wire.total_files,
  successfulFiles: wire.successful_files,
  failedFiles: wire.failed_files,
  skippedFiles: wire.skipped_files,
  isListing: wire.is_listing,
  duration: durationText(wire),
  startedAt: wire.created_at,
  isDryRun: wire.is_dry_run,
  step: wire.step && { at: wire.step.at, isThrough: wire.step.is_through },
  taken: wire.usage && amountFromWire(wire.usage),
  expected: wire.expected && { ...amountFromWire(wire.expected), files: wire.expected.files },
})

type Timed = { readonly execution_time: string; readonly execution_seconds: number }

const MINUTE = 60

/** A short run is told to the tenth of a second. */
const durationText = ({ execution_time, execution_seconds: seconds }: Timed): string =>
  seconds > 0 && seconds < MINUTE ? `${seconds.toFixed(1)} s` : execution_time

/** One file of an execution. */
export type FileExecution = {
  readonly id: string
  readonly name: string
  /** For people, such as `18.20 KB`. */
  readonly size: string
  readonly status: ExecutionStatus
  readonly message: string
  readonly duration: string
  readonly startedAt: string
}

export const fileFromWire = (wire: WireFile): FileExecution => ({
  id: wire.id,
  name: wire.file_name,
  size: wire.file_size,
  status: wire.status,
  message: wire.status_msg,
  duration: durationText(wire),
  startedAt: wire.created_at,
})

/** What lists are ordered by, in the words of the server and of the page's address. */
export const orders = {
  started: 'created_at',
  duration: 'execution_time',
  size: 'file_size',
} as const

const { started, duration, size } = orders

/** The first is taken where the address has none. */
export const executionOrderings = [
  `-${started}`,
  started,
  `-${duration}`,
  duration,
] as const satisfies string[]

export const fileOrderings = [
  started,
  `-${started}`,
  duration,
  `-${duration}`,
  size,
  `-${size}`,
] as const satisfies string[]

export type ExecutionSearch = {
  readonly entity: ExecutionEntity
  readonly page: number
  readonly pageSize: number
  readonly ordering: (typeof executionOrderings)[number]
  /** Only of this deployment or pipeline. */
  readonly pipelineId?: string | undefined
  /** ISO 8601. */
  readonly startedAfter?: string | undefined
  readonly startedBefore?: string | undefined
}

export const executionQueryToWire = (query: ExecutionSearch) => ({
  query: {
    execution_entity: query.entity,
    page: query.page,
    page_size: query.pageSize,
    ordering: query.ordering,
    ...(query.pipelineId && { pipeline_id: query.pipelineId }),
    ...(query.startedAfter && { created_at_after: query.startedAfter }),
    ...(query.startedBefore && { created_at_before: query.startedBefore }),
  },
})

export type FileFilter = {
  readonly pageSize: number
  readonly page?: number
  readonly ordering?: (typeof fileOrderings)[number]
  readonly status?: ExecutionStatus | undefined
  /** A part of the name. */
  readonly name?: string
}

export const fileQueryToWire = ({ pageSize, page, ordering, status, name }: FileFilter) => ({
  page_size: pageSize,
  ...(page && { page }),
  ...(ordering && { ordering }),
  ...(status && { status }),
  ...(name && { file_name: name }),
})
