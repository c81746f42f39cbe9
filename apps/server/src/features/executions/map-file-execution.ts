import type * as api from '@recto/contract/executions/executions'
import { presentTime } from '../../platform/wire-format.ts'
import { formatDuration, getDurationSeconds } from './execution-state.ts'
import type { FileExecutionRow } from './files/file-executions.store.ts'
import type { ListedFile } from './lists/executions.reads.ts'
import { toPageRequest } from './lists/map-page.ts'

export const toFileFilter = (query: api.FileExecutionQuery) => ({
  ...toPageRequest(query),
  statuses: query.status,
  name: query.file_name,
})

const statusTexts: Record<api.ExecutionStatus, string> = {
  PENDING: 'Yet to be processed',
  EXECUTING: 'Being processed',
  COMPLETED: 'Processed',
  STOPPED: 'Cancelled before it was processed',
  ERROR: 'Failed',
}

export function presentFileExecution(file: ListedFile): api.FileExecution {
  return {
    id: file.id,
    workflow_execution: file.execution_id,
    file_name: file.file_name,
    other_names: file.other_names,
    file_path: file.file_path,
    file_size: formatSize(file.file_size),
    size_in_bytes: file.file_size,
    provider_file_uuid: null,
    fs_metadata: file.source_metadata,
    mime_type: file.mime_type,
    status: file.status,
    execution_time: formatDuration(file),
    execution_seconds: getDurationSeconds(file),
    execution_error: file.error,
    status_msg: describeState(file),
    is_in_review: file.is_in_review,
    created_at: presentTime(file.created_at),
    modified_at: presentTime(file.modified_at),
  }
}

function describeState(file: ListedFile): string {
  const { error, status, is_in_review: isInReview, retry_note: retryNote } = file
  if (error !== null) return error
  if (isInReview) return 'Waiting for review'
  return (status === 'EXECUTING' ? retryNote : null) ?? statusTexts[status]
}

/** The stored result already has the format of the contract. */
export function presentFileResult(file: FileExecutionRow): api.FileResult {
  const result = (file.result ?? {}) as Partial<api.FileResult>
  return {
    file_name: file.file_name,
    file_path: file.file_path,
    status: file.status,
    error: file.error,
    output: result.output ?? null,
    metadata: result.metadata ?? null,
    metrics: result.metrics ?? null,
  }
}

function formatSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), 3)
  return `${(bytes / 1024 ** power).toFixed(2)} ${units[power]}`
}
