import type {
  ExecutionBatch,
  ExecutionEntity,
  ExecutionStatus,
  ExecutionStep,
  ExpectedUsage,
  StageName,
  StageTime,
  WholeExecution,
  FileExecution as WireFile,
} from '@recto/contract/executions/executions'
import { showHiddenCharacters } from '@recto/contract/wire/names'
import { omitUndefined } from '@recto/omit-undefined'
import { formatDuration, formatSize } from '../../shared/words/measures.ts'

/** One run of a workflow over files. */
export type Execution = {
  readonly id: string
  readonly status: ExecutionStatus
  readonly workflowName: string
  /** The API deployment or the pipeline that started it. */
  readonly pipelineName: string | null
  readonly errorMessage: string
  readonly totalFiles: number
  readonly successfulFiles: number
  readonly failedFiles: number
  /** Number of files that wait for people. */
  readonly filesInReview: number
  /** Whether nothing is left to do but to review; the clock stands still. */
  readonly isWaitingForReview: boolean
  /** Number of files of the source that were processed by earlier runs. */
  readonly skippedFiles: number
  /** Number of files whose result was read by an earlier run. */
  readonly reusedFiles: number
  /** Whether files are still being listed. */
  readonly isListing: boolean
  /** Formatted duration; while it is running, the time so far. */
  readonly duration: string
  readonly startedAt: string
  /** Whether it processed only some files of its source, as a trial. */
  readonly isDryRun: boolean
  /** Whether it is a dry run of the first files. */
  readonly isPreview: boolean
  /** Current step; only if it is executed step by step. */
  readonly step: { readonly at: ExecutionStep; readonly isCompleted: boolean } | undefined
  /** State of its calls that may wait in batches; absent if none may. */
  readonly batch: BatchState | undefined
  /** Whether it sends calls to an HTTP endpoint. */
  readonly sendsCalls: boolean
  /** Times of the stages, in their order; empty if none is known. */
  readonly stages: readonly StageDuration[]
  /** Usage; only once it has ended. */
  readonly usage: UsedAmount | undefined
  /** Expected usage of a full run; only for a dry run. */
  readonly expected: (UsedAmount & { readonly files: number }) | undefined
}

/** Counts of calls that may wait in batches, by what has become of them. */
export type BatchState = {
  readonly deadline: string
  readonly calls: number
  readonly answered: number
  readonly waiting: number
  /** The part of the waiting ones that a service has. */
  readonly sent: number
  /** Calls that are made at the usual price, because no batch answered them. */
  readonly single: number
  /** Amount in dollars. */
  readonly saved: number
}

const batchFromWire = (wire: ExecutionBatch): BatchState => ({
  deadline: wire.deadline,
  calls: wire.calls,
  answered: wire.answered_calls,
  waiting: wire.waiting_calls,
  sent: wire.sent_calls,
  single: wire.single_calls,
  saved: wire.saved_in_dollars,
})

/** Pages, tokens and cost of reading. */
export type UsedAmount = {
  readonly pages: number
  readonly tokens: number
  /** The part of the tokens that services read from their caches. */
  readonly cachedTokens: number
  /** Cost in dollars; null if the price is unknown. */
  readonly cost: number | null
}

type WireAmount = Omit<ExpectedUsage, 'files'> & { readonly cached_tokens?: number }

const amountFromWire = ({
  pages,
  total_tokens,
  cached_tokens = 0,
  cost_in_dollars,
}: WireAmount): UsedAmount => ({
  pages,
  tokens: total_tokens,
  cachedTokens: cached_tokens,
  cost: cost_in_dollars,
})

/** Time that the files of an execution spent in one stage, in seconds. */
export type StageDuration = {
  readonly stage: StageName
  /** All files together. */
  readonly seconds: number
  readonly maxSeconds: number
  readonly files: number
}

const stageFromWire = ({ stage, seconds, max_seconds, files }: StageTime): StageDuration => ({
  stage,
  seconds,
  maxSeconds: max_seconds,
  files,
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
  filesInReview: wire.in_review_files,
  isWaitingForReview: wire.is_waiting_for_review,
  skippedFiles: wire.skipped_files,
  reusedFiles: wire.reused_files,
  isListing: wire.is_listing,
  duration: formatDuration(wire.execution_seconds),
  startedAt: wire.created_at,
  isDryRun: wire.is_dry_run,
  isPreview: wire.is_preview,
  step: wire.step && { at: wire.step.at, isCompleted: wire.step.is_through },
  batch: wire.batch && batchFromWire(wire.batch),
  sendsCalls: wire.sends_calls === true,
  usage: wire.usage && amountFromWire(wire.usage),
  stages: wire.stages?.map(stageFromWire) ?? [],
  expected: wire.expected && { ...amountFromWire(wire.expected), files: wire.expected.files },
})

/** One file of an execution. */
export type FileExecution = {
  readonly id: string
  readonly name: string
  /** Folder in the source; empty for a file that was sent or is in the top folder. */
  readonly folder: string
  /** Further names under which the same content was sent. */
  readonly otherNames: readonly string[]
  /** Formatted, such as `18.2 KB`. */
  readonly size: string
  readonly status: ExecutionStatus
  readonly message: string
  readonly isInReview: boolean
  readonly duration: string
  readonly startedAt: string
}

const folderOf = (path: string | null): string =>
  path === null ? '' : path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const fileFromWire = (wire: WireFile): FileExecution => ({
  id: wire.id,
  name: showHiddenCharacters(wire.file_name),
  folder: showHiddenCharacters(folderOf(wire.file_path)),
  otherNames: wire.other_names.map(showHiddenCharacters),
  size: formatSize(wire.size_in_bytes),
  status: wire.status,
  message: wire.status_msg,
  isInReview: wire.is_in_review,
  duration: formatDuration(wire.execution_seconds),
  startedAt: wire.created_at,
})

/** Sort orders, named as on the wire and in the page's address. */
export const orders = {
  startedAt: 'created_at',
  duration: 'execution_time',
  size: 'file_size',
} as const

const { startedAt, duration, size } = orders

/** The first one is the default. */
export const executionOrderings = [
  `-${startedAt}`,
  startedAt,
  `-${duration}`,
  duration,
] as const satisfies string[]

export const fileOrderings = [
  startedAt,
  `-${startedAt}`,
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
  /** Restricts the list to this deployment or pipeline. */
  readonly pipelineId?: string | undefined
  readonly status?: ExecutionStatus | undefined
  /** A part of a name or of the error message, or an id. */
  readonly text?: string | undefined
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
    ...omitUndefined({
      pipeline_id: query.pipelineId || undefined,
      status: query.status,
      search: query.text || undefined,
      created_at_after: query.startedAfter || undefined,
      created_at_before: query.startedBefore || undefined,
    }),
  },
})

export type FileFilter = {
  readonly pageSize: number
  readonly page?: number
  readonly ordering?: (typeof fileOrderings)[number]
  readonly status?: ExecutionStatus | undefined
  /** Substring of the name. */
  readonly name?: string
}

export const fileQueryToWire = ({ pageSize, page, ordering, status, name }: FileFilter) =>
  omitUndefined({
    page_size: pageSize,
    page: page || undefined,
    ordering,
    status,
    file_name: name || undefined,
  })
