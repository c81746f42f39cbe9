import type * as api from '@recto/contract/executions'
import { presentTime } from '../../platform/present-time.ts'
import type { ExecutionRow } from './executions.store.ts'
import type { FileExecutionRow } from './file-executions.store.ts'

export function presentExecution(execution: ExecutionRow): api.Execution {
  return {
    id: execution.id,
    workflow: execution.workflow_id,
    workflow_name: execution.workflow_name,
    pipeline_id: execution.pipeline_id,
    pipeline_name: execution.pipeline_name,
    execution_mode: 'QUEUE',
    execution_method: 'DIRECT',
    status: execution.status,
    result_acknowledged: execution.is_acknowledged,
    total_files: execution.total_files,
    successful_files: execution.successful_files,
    failed_files: execution.failed_files,
    error_message: execution.error_message,
    attempts: 1,
    execution_time: clock(execution),
    tags: execution.tags,
    created_at: presentTime(execution.created_at),
    modified_at: presentTime(execution.modified_at),
  }
}

export function presentRawExecution(execution: ExecutionRow): api.RawExecution {
  return {
    ...presentExecution(execution),
    execution_time: secondsOf(execution),
    execution_type: 'COMPLETE',
    task_id: null,
    execution_log_id: null,
  }
}

export function presentFileExecution(file: FileExecutionRow): api.FileExecution {
  return {
    id: file.id,
    workflow_execution: file.execution_id,
    file_name: file.file_name,
    file_path: null,
    file_size: readableSize(file.file_size),
    provider_file_uuid: null,
    fs_metadata: null,
    mime_type: file.mime_type,
    status: file.status,
    execution_time: clock(file),
    execution_error: file.error,
    status_msg: file.error ?? statusTexts[file.status],
    created_at: presentTime(file.created_at),
    modified_at: presentTime(file.modified_at),
  }
}

const statusTexts: Record<api.ExecutionStatus, string> = {
  PENDING: 'Yet to be processed',
  EXECUTING: 'Being processed',
  COMPLETED: 'Processed',
  STOPPED: 'Stopped before it was processed',
  ERROR: 'Failed',
}

type Timed = { readonly started_at: Date | null; readonly finished_at: Date | null }

/** `H:MM:SS`; the time so far while it runs. */
export function clock(timed: Timed): string {
  const seconds = Math.floor(secondsOf(timed))
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
}

function secondsOf({ started_at: from, finished_at: to }: Timed): number {
  return from ? ((to ?? new Date()).getTime() - from.getTime()) / 1000 : 0
}

export function readableSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB']
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), 3)
  return `${(bytes / 1024 ** power).toFixed(2)} ${units[power]}`
}

/** A page as lists answer it, with addresses of its neighbours. */
export function presentPage<Item>(
  results: Item[],
  { count, page, pageSize, url }: { count: number; page: number; pageSize: number; url: URL },
) {
  const at = (number: number) => {
    const address = new URL(url)
    address.searchParams.set('page', String(number))
    return address.toString()
  }
  return {
    count,
    next: page * pageSize < count ? at(page + 1) : null,
    previous: page > 1 ? at(page - 1) : null,
    results,
  }
}
