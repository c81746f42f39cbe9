import { z } from 'zod'
import { SentTexts } from '../usage/sent-texts.ts'
import { DateRange } from '../usage/usage.ts'
import { endpoint } from '../wire/endpoint.ts'
import { Paging, pageOf } from '../wire/paging.ts'
import { Timestamp } from '../wire/wire.ts'

export const ExecutionStatus = z.enum(['PENDING', 'EXECUTING', 'COMPLETED', 'STOPPED', 'ERROR'])
export type ExecutionStatus = z.output<typeof ExecutionStatus>
export const ExecutionEntity = z.enum(['API', 'WF', 'ETL', 'TASK'])
export type ExecutionEntity = z.output<typeof ExecutionEntity>

export const Execution = z.object({
  id: z.uuid(),
  workflow: z.uuid(),
  workflow_name: z.string(),
  pipeline_id: z.uuid().nullable(),
  pipeline_name: z.string().nullable(),
  execution_mode: z.enum(['INSTANT', 'QUEUE']),
  execution_method: z.enum(['DIRECT', 'SCHEDULED']),
  status: ExecutionStatus,
  result_acknowledged: z.boolean(),
  total_files: z.number().int(),
  successful_files: z.number().int(),
  failed_files: z.number().int(),
  /** Files that wait until people have reviewed their values. */
  in_review_files: z.number().int(),
  /** Nothing is left to do but to review: its clock stands still. */
  is_waiting_for_review: z.boolean(),
  /** Files of the source that were processed before, and are not again. */
  skipped_files: z.number().int(),
  /** Files whose result was read in an earlier execution, and was not read again. */
  reused_files: z.number().int(),
  /** Files may still be added: the source is being listed. */
  is_listing: z.boolean(),
  /** It only tried some files, to see what the whole source would take. */
  is_dry_run: z.boolean(),
  /** A dry run of the first files, to see their values and what would be delivered. */
  is_preview: z.boolean(),
  error_message: z.string(),
  attempts: z.number().int(),
  /** `H:MM:SS`; the time so far while it runs. */
  execution_time: z.string(),
  /** The same to the millisecond. */
  execution_seconds: z.number(),
  tags: z.array(z.string()),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type Execution = z.output<typeof Execution>

/** Usage of an execution: its calls and the pages that it read. */
export const ExecutionUsage = z.object({
  pages: z.number().int(),
  prompt_tokens: z.number().int(),
  /** The part of the prompt tokens that services read from their caches. */
  cached_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  embedding_tokens: z.number().int(),
  total_tokens: z.number().int(),
  /** Null where no price is known. */
  cost_in_dollars: z.number().nullable(),
  /** Calls without a price: the cost is that of the others. */
  unpriced_calls: z.number().int(),
})
export type ExecutionUsage = z.output<typeof ExecutionUsage>

export const ExpectedUsage = z.object({
  files: z.number().int(),
  pages: z.number().int(),
  total_tokens: z.number().int(),
  cost_in_dollars: z.number().nullable(),
})
export type ExpectedUsage = z.output<typeof ExpectedUsage>

/** The calls of a run that may wait in batches of their services. */
export const ExecutionBatch = z.object({
  /** What has no reply by then is called at the usual price. */
  deadline: Timestamp,
  calls: z.number().int(),
  /** Replies that came from a batch. */
  answered_calls: z.number().int(),
  waiting_calls: z.number().int(),
  /** The part of the waiting calls that a service has. */
  sent_calls: z.number().int(),
  /** Calls that no batch answered, which are made at the usual price. */
  single_calls: z.number().int(),
  saved_in_dollars: z.number(),
})
export type ExecutionBatch = z.output<typeof ExecutionBatch>

export const ExecutionStep = z.enum(['SOURCE', 'TOOL', 'DESTINATION'])
export type ExecutionStep = z.output<typeof ExecutionStep>

export const StageName = z.enum(['wait', 'read', 'index', 'answer', 'check', 'review', 'deliver'])
export type StageName = z.output<typeof StageName>

/** Ours: the time that the files of an execution spent in one stage. */
const StageTime = z.object({
  stage: StageName,
  /** All files together. */
  seconds: z.number(),
  /** The file that took longest. */
  max_seconds: z.number(),
  /** Number of files that were in the stage. */
  files: z.number().int(),
})
export type StageTime = z.output<typeof StageTime>

/** One execution by itself. */
export const WholeExecution = Execution.extend({
  /** While it goes by steps: the one that was taken last, and whether it is through. */
  step: z.object({ at: ExecutionStep, is_through: z.boolean() }).optional(),
  /** Set if its calls may wait in batches. */
  batch: ExecutionBatch.optional(),
  /** Usage, once the execution has ended. */
  usage: ExecutionUsage.optional(),
  /** Estimated usage of the complete run; only for a dry run. */
  expected: ExpectedUsage.optional(),
  /** They come in the order of the stages; those of a file are known once it is finished, or waits between two runs. */
  stages: z.array(StageTime).optional(),
  /** Whether it sends calls to an HTTP endpoint; absent if not. */
  sends_calls: z.boolean().optional(),
})
export type WholeExecution = z.output<typeof WholeExecution>

export const FileExecution = z.object({
  id: z.uuid(),
  workflow_execution: z.uuid(),
  file_name: z.string(),
  /** Further names under which the request sent the same content, which is read once. */
  other_names: z.array(z.string()),
  file_path: z.string().nullable(),
  /** Display text, such as `18.20 KB`. */
  file_size: z.string(),
  /** Ours: the same size as a number. */
  size_in_bytes: z.number().int(),
  provider_file_uuid: z.null(),
  /** Facts about the origin of the file, such as the sender of its mail; null if the source has none. */
  fs_metadata: z.record(z.string(), z.string()).nullable(),
  mime_type: z.string(),
  status: ExecutionStatus,
  execution_time: z.string(),
  execution_seconds: z.number(),
  execution_error: z.string().nullable(),
  /** While a failed call is repeated: which one, how it failed and when it is made again. */
  status_msg: z.string(),
  is_in_review: z.boolean(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type FileExecution = z.output<typeof FileExecution>

const Moment = z.coerce.date().min(new Date('0001-01-01')).max(new Date('9999-12-31'))

const oneOrMany = <T extends z.ZodType>(item: T) =>
  z.union([item.transform((one) => [one]), z.array(item)])

const ExecutionQuery = Paging.extend({
  id: z.uuid().optional(),
  execution_entity: ExecutionEntity.optional(),
  status: oneOrMany(ExecutionStatus).optional(),
  created_at_after: Moment.optional(),
  created_at_before: Moment.optional(),
  /** Goes before the two dates. */
  date_range: DateRange.optional(),
  /** Id of a pipeline or of an API deployment. */
  pipeline_id: z.uuid().optional(),
  workflow_id: z.uuid().optional(),
  /** A part of the name of the workflow, pipeline or deployment or of the error message, or an id. */
  search: z.string().max(255).optional(),
  ordering: z
    .enum(['created_at', '-created_at', 'execution_time', '-execution_time'])
    .default('-created_at'),
})
export type ExecutionQuery = z.output<typeof ExecutionQuery>

export const listExecutions = endpoint({
  method: 'GET',
  path: '/execution/',
  who: 'member',
  query: ExecutionQuery,
  reply: pageOf(Execution),
})

const ExecutionId = z.object({ id: z.uuid() })

export const getExecution = endpoint({
  method: 'GET',
  path: '/execution/:id/',
  who: 'member',
  params: ExecutionId,
  reply: WholeExecution,
})

/** The same at the address that older clients know. */
export const getRunOfWorkflow = endpoint({
  ...getExecution,
  path: '/workflow/execution/:id/',
  deprecation: { since: '2026-12-01', successor: getExecution.path },
})

const FileExecutionQuery = Paging.extend({
  status: oneOrMany(ExecutionStatus).optional(),
  file_name: z.string().optional(),
  ordering: z
    .enum([
      'created_at',
      '-created_at',
      'execution_time',
      '-execution_time',
      'file_size',
      '-file_size',
    ])
    .default('created_at'),
})
export type FileExecutionQuery = z.output<typeof FileExecutionQuery>

export const listFileExecutions = endpoint({
  method: 'GET',
  path: '/execution/:id/files/',
  who: 'member',
  params: ExecutionId,
  query: FileExecutionQuery,
  reply: pageOf(FileExecution),
})

/** As older lists have an execution: its time in seconds, and fields that nothing fills any more. */
export const RawExecution = Execution.extend({
  execution_time: z.number(),
  execution_type: z.enum(['COMPLETE', 'STEP']),
  task_id: z.null(),
  execution_log_id: z.null(),
})
export type RawExecution = z.output<typeof RawExecution>

/** The executions of a workflow; newest first. */
export const listRunsOfWorkflow = endpoint({
  method: 'GET',
  path: '/workflow/:id/execution/',
  who: 'member',
  params: ExecutionId,
  query: Paging,
  reply: z.array(RawExecution),
})

const PipelineRunQuery = Paging.extend({
  page_size: Paging.shape.page_size.unwrap().default(10),
  start_date: Moment.optional(),
  end_date: Moment.optional(),
})
export type PipelineRunQuery = z.output<typeof PipelineRunQuery>

/** The runs of a pipeline, or of an API deployment by its id; newest first. */
export const listRunsOfPipeline = endpoint({
  method: 'GET',
  path: '/pipeline/:id/executions/',
  who: 'member',
  params: ExecutionId,
  query: PipelineRunQuery,
  reply: pageOf(RawExecution),
})

const FileResult = z.object({
  file_name: z.string(),
  /** Path in the source; null for a file that was sent. */
  file_path: z.string().nullable(),
  status: ExecutionStatus,
  error: z.string().nullable(),
  output: z.record(z.string(), z.unknown()).nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  metrics: z.record(z.string(), z.unknown()).nullable(),
})
export type FileResult = z.output<typeof FileResult>

/**
 * Runs the files that failed again, in a new execution of the same version of the workflow. Of an
 * execution that is not through: 400.
 */
export const rerunFailedFiles = endpoint({
  method: 'POST',
  path: '/execution/:id/rerun-failed/',
  who: 'member',
  isPaid: true,
  params: ExecutionId,
  reply: z.object({ execution_id: z.uuid(), total_files: z.number().int() }),
})

/** Takes in no more files and begins none that waits; those in hand are finished. */
export const stopExecution = endpoint({
  method: 'POST',
  path: '/execution/:id/stop/',
  who: 'member',
  params: ExecutionId,
  reply: Execution,
})

/**
 * Returns the result of one file with the evidence of every value, even after an API caller has
 * fetched it.
 */
export const getFileResult = endpoint({
  method: 'GET',
  path: '/execution/:id/files/:file_id/result/',
  who: 'member',
  params: z.object({ id: z.uuid(), file_id: z.uuid() }),
  reply: FileResult,
})

/** Lists what the calls for one file sent to external adapters. */
export const listSentInFile = endpoint({
  method: 'GET',
  path: '/execution/:id/files/:file_id/sent/',
  who: 'member',
  params: z.object({ id: z.uuid(), file_id: z.uuid() }),
  reply: SentTexts,
})

/** Actions that advance an execution step by step. */
export const StepAction = z.enum(['START', 'NEXT', 'STOP', 'CONTINUE'])
export type StepAction = z.output<typeof StepAction>

const WorkflowRunRequest = z.object({
  workflow_id: z.uuid(),
  execution_id: z.uuid().optional(),
  execution_action: StepAction.optional(),
  log_guid: z.string().optional(),
  /** With the first call: reads three files of the source and hands nothing over. */
  dry_run: z.stringbool().or(z.boolean()).default(false),
  /** With the first call: reads the first three files of the source and hands nothing over. */
  preview: z.stringbool().or(z.boolean()).default(false),
  /** With the first call: whether results of earlier executions may be used. */
  use_earlier_results: z.stringbool().or(z.boolean()).default(true),
})
export type WorkflowRunRequest = z.output<typeof WorkflowRunRequest>

export const WorkflowRunReply = z.object({
  workflow_id: z.uuid(),
  execution_id: z.uuid(),
  created_at: Timestamp,
  /** The same as `execution_status`, which more clients look for. */
  status: ExecutionStatus,
  execution_status: ExecutionStatus,
  log_id: z.string().nullable(),
  error: z.string().nullable(),
  result: z.array(z.unknown()).nullable(),
})
export type WorkflowRunReply = z.output<typeof WorkflowRunReply>

/**
 * Called twice: without `execution_id` it makes an execution, with it the execution runs. Files are
 * sent with the second call of a workflow whose source is an API.
 */
export const executeWorkflow = endpoint({
  method: 'POST',
  path: '/workflow/execute/',
  who: 'member',
  isPaid: true,
  accepts: 'multipart',
  body: WorkflowRunRequest,
  reply: WorkflowRunReply,
})
