import type { ResultItem } from '@recto/contract/deployment-runs'
import type * as api from '@recto/contract/executions'
import { presentTime } from '../../platform/present-time.ts'
import type { ExecutionRow } from './executions.store.ts'
import type { ListedExecution } from './lists/executions.reads.ts'
import { pageRequest } from './lists/map-page.ts'
import { secondsOf, timeText } from './present-duration.ts'

export const executionFilter = (query: api.ExecutionQuery) => ({
  ...pageRequest(query),
  entity: query.execution_entity,
  statuses: query.status,
  after: query.created_at_after,
  before: query.created_at_before,
  pipelineId: query.pipeline_id,
})

export const pipelineFilter = (query: api.PipelineRunQuery) => ({
  ...pageRequest({ ...query, ordering: '-created_at' }),
  after: query.start_date,
  before: query.end_date,
})

export const workflowRun = (body: api.WorkflowRunRequest) => ({
  workflowId: body.workflow_id,
  executionId: body.execution_id,
})

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
    error_message: execution.error_message,
    attempts: 1,
    execution_time: timeText(execution),
    execution_seconds: secondsOf(execution),
    tags: execution.tags,
    created_at: presentTime(execution.created_at),
    modified_at: presentTime(execution.modified_at),
  }
}

export function presentRawExecution(execution: ListedExecution): api.RawExecution {
  return {
    ...presentExecution(execution),
    execution_time: secondsOf(execution),
    execution_type: 'COMPLETE',
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
    execution_status: execution.status,
    log_id: log ?? null,
    error: execution.error_message || null,
    result,
  }
}
