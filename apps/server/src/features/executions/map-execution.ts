import type { ResultItem } from '@recto/contract/deployment-runs'
import type * as api from '@recto/contract/executions'
import { invalid } from '../../platform/app-error.ts'
import { presentTime } from '../../platform/present-time.ts'
import type { ExecutionRow } from './executions.store.ts'
import type { ListedExecution } from './lists/executions.reads.ts'
import { pageRequest } from './lists/map-page.ts'
import type { SeenExecution } from './look-at-execution.ts'
import { spanOf } from './named-days.ts'
import { secondsOf, timeText } from './present-duration.ts'
import type { Amount, Spent } from './what-it-took.ts'

export function executionFilter(query: api.ExecutionQuery) {
  const named = query.date_range && spanOf(query.date_range, new Date())
  return {
    ...pageRequest(query),
    entity: query.execution_entity,
    statuses: query.status,
    after: named?.from ?? query.created_at_after,
    before: named?.to ?? query.created_at_before,
    pipelineId: query.pipeline_id,
  }
}

export const pipelineFilter = (query: api.PipelineRunQuery) => ({
  ...pageRequest({ ...query, ordering: '-created_at' }),
  after: query.start_date,
  before: query.end_date,
})

export function workflowRun({ execution_action: action, ...body }: api.WorkflowRunRequest) {
  if (action && action !== 'START' && !body.execution_id) {
    throw invalid('execution_id', 'Name the execution that is to go on.')
  }
  const { workflow_id: workflowId, execution_id: executionId, dry_run: isTrial } = body
  return { workflowId, executionId, action, isTrial }
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
    skipped_files: execution.skipped_files,
    is_listing: execution.is_listing,
    is_dry_run: execution.trial_files !== null,
    error_message: execution.error_message,
    attempts: 1,
    execution_time: timeText(execution),
    execution_seconds: secondsOf(execution),
    tags: execution.tags,
    created_at: presentTime(execution.created_at),
    modified_at: presentTime(execution.modified_at),
  }
}

/** One execution by itself, with what it took and how far it is where it goes by steps. */
export const presentWholeExecution = ({
  execution,
  spent,
  step,
}: SeenExecution): api.WholeExecution => ({
  ...presentExecution(execution),
  ...(step && { step: { at: step.at, is_through: step.isThrough } }),
  ...(spent && { usage: presentSpent(spent) }),
  ...(spent?.expected && { expected: presentAmount(spent.expected) }),
})

const presentSpent = ({ pages, usage, cost }: Spent): api.ExecutionUsage => ({
  pages,
  prompt_tokens: usage.promptTokens,
  completion_tokens: usage.completionTokens,
  embedding_tokens: usage.embeddingTokens,
  total_tokens: usage.totalTokens,
  cost_in_dollars: cost,
  unpriced_calls: usage.unpricedCalls,
})

const presentAmount = ({ files, pages, totalTokens, cost }: Amount): api.ExpectedUsage => ({
  files,
  pages,
  total_tokens: totalTokens,
  cost_in_dollars: cost,
})

export function presentRawExecution(execution: ListedExecution): api.RawExecution {
  return {
    ...presentExecution(execution),
    execution_time: secondsOf(execution),
    execution_type: execution.step_to === null ? 'COMPLETE' : 'STEP',
    task_id: null,
    execution_log_id: null,
  }
}

type Run = {
  readonly execution: ExecutionRow
  readonly result: ResultItem[] | null
  readonly log?: string | undefined
}

export function presentWorkflowRun({ execution, result, log }: Run): api.WorkflowRunReply {
  return {
    workflow_id: execution.workflow_id,
    execution_id: execution.id,
    created_at: presentTime(execution.created_at),
    status: execution.status,
    execution_status: execution.status,
    log_id: log ?? null,
    error: execution.error_message || null,
    result,
  }
}
