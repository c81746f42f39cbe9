import type { ResultItem } from '@recto/contract/deployments/deployment-runs'
import type * as api from '@recto/contract/executions/executions'
import { omitUndefined } from '@recto/omit-undefined'
import { invalid } from '../../platform/app-error.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { formatDuration, getDurationSeconds } from './execution-state.ts'
import type { ExecutionRow } from './executions.store.ts'
import type {
  BatchProgressOfRun,
  CostEstimate,
  ExecutionCost,
  ExecutionDetails,
} from './get-execution-details.ts'
import type { ListedExecution } from './lists/executions.reads.ts'
import { toPageRequest } from './lists/map-page.ts'
import { toTimeSpan } from './time-span.ts'

export function toExecutionFilter(query: api.ExecutionQuery) {
  const namedSpan = query.date_range && toTimeSpan(query.date_range, new Date())
  return {
    ...toPageRequest(query),
    entity: query.execution_entity,
    statuses: query.status,
    after: namedSpan?.from ?? query.created_at_after,
    before: namedSpan?.to ?? query.created_at_before,
    id: query.id,
    pipelineId: query.pipeline_id,
    workflowId: query.workflow_id,
    text: query.search?.trim() || undefined,
  }
}

export const toPipelineRunFilter = (query: api.PipelineRunQuery) => ({
  ...toPageRequest({ ...query, ordering: '-created_at' }),
  after: query.start_date,
  before: query.end_date,
})

export function toWorkflowRun({ execution_action: action, ...body }: api.WorkflowRunRequest) {
  if (action && action !== 'START' && !body.execution_id) {
    throw invalid('execution_id', 'Enter the id of the execution to continue.')
  }
  const { workflow_id: workflowId, execution_id: executionId } = body
  const { dry_run: isTrial, preview: isPreview, use_earlier_results: reusesResults } = body
  return { workflowId, executionId, action, isTrial, isPreview, reusesResults }
}

export function presentExecution(execution: ListedExecution): api.Execution {
  return {
    id: execution.id,
    workflow: execution.workflow_id,
    workflow_name: execution.workflow_name,
    pipeline_id: execution.pipeline_id,
    pipeline_name: execution.pipeline_name,
    execution_mode: 'QUEUE',
    execution_method: execution.method,
    status: execution.status,
    result_acknowledged: execution.is_acknowledged,
    total_files: execution.total_files,
    successful_files: execution.successful_files,
    failed_files: execution.failed_files,
    in_review_files: execution.in_review_files,
    is_waiting_for_review: execution.paused_at !== null,
    skipped_files: execution.skipped_files,
    reused_files: execution.reused_files,
    is_listing: execution.is_listing,
    is_dry_run: execution.trial_files !== null,
    is_preview: execution.is_preview,
    error_message: execution.error_message,
    attempts: 1,
    execution_time: formatDuration(execution),
    execution_seconds: getDurationSeconds(execution),
    tags: execution.tags,
    created_at: presentTime(execution.created_at),
    modified_at: presentTime(execution.modified_at),
  }
}

/** Presents an execution with its cost and, if it runs step by step, its current step. */
export const presentExecutionDetails = ({
  execution,
  cost,
  step,
  batch,
  sendsCalls,
  stages,
}: ExecutionDetails): api.WholeExecution => ({
  ...presentExecution(execution),
  ...omitUndefined({
    step: step && { at: step.name, is_through: step.isComplete },
    batch: batch && presentExecutionBatch(batch),
    usage: cost && presentExecutionCost(cost),
    sends_calls: sendsCalls || undefined,
    stages: stages && [...stages],
    expected: cost?.estimate && presentCostEstimate(cost.estimate),
  }),
})

const presentExecutionBatch = (batch: BatchProgressOfRun): api.ExecutionBatch => ({
  deadline: presentTime(batch.deadline),
  calls: batch.calls,
  answered_calls: batch.answered,
  waiting_calls: batch.waiting,
  sent_calls: batch.sent,
  single_calls: batch.single,
  saved_in_dollars: batch.saved,
})

const presentExecutionCost = ({ pages, usage, cost }: ExecutionCost): api.ExecutionUsage => ({
  pages,
  prompt_tokens: usage.promptTokens,
  cached_tokens: usage.cachedTokens,
  completion_tokens: usage.completionTokens,
  embedding_tokens: usage.embeddingTokens,
  total_tokens: usage.totalTokens,
  cost_in_dollars: cost,
  unpriced_calls: usage.unpricedCalls,
})

const presentCostEstimate = ({
  files,
  pages,
  totalTokens,
  cost,
}: CostEstimate): api.ExpectedUsage => ({
  files,
  pages,
  total_tokens: totalTokens,
  cost_in_dollars: cost,
})

export function presentRawExecution(execution: ListedExecution): api.RawExecution {
  return {
    ...presentExecution(execution),
    execution_time: getDurationSeconds(execution),
    execution_type: execution.step_to === null ? 'COMPLETE' : 'STEP',
    task_id: null,
    execution_log_id: null,
  }
}

type WorkflowRun = {
  readonly execution: ExecutionRow
  readonly result: ResultItem[] | null
  readonly logId?: string | undefined
}

export function presentWorkflowRun({
  execution,
  result,
  logId,
}: WorkflowRun): api.WorkflowRunReply {
  return {
    workflow_id: execution.workflow_id,
    execution_id: execution.id,
    created_at: presentTime(execution.created_at),
    status: execution.status,
    execution_status: execution.status,
    log_id: logId ?? null,
    error: execution.error_message || null,
    result,
  }
}
