import type * as api from '@recto/contract/executions/execution-logs'
import { csvLine } from '../../platform/csv.ts'
import { presentTime } from '../../platform/wire-format.ts'
import type { ExecutionLogRow } from './execution-logs.store.ts'

export const toLogFilter = (query: api.ExecutionLogQuery) => ({
  page: query.page,
  pageSize: query.page_size,
  ...toLogSelection(query),
})

type LogSelection = Pick<api.ExecutionLogQuery, 'ordering' | 'file_execution_id' | 'log_level'>

export const toLogSelection = (query: LogSelection) => ({
  direction: query.ordering === '-event_time' ? ('desc' as const) : ('asc' as const),
  fileId: query.file_execution_id === 'null' ? null : query.file_execution_id,
  level: query.log_level,
})

export function presentExecutionLog(row: ExecutionLogRow, slug: string): api.ExecutionLog {
  const eventTime = presentTime(row.event_time)
  return {
    id: row.id,
    execution_id: row.execution_id,
    wf_execution: row.execution_id,
    file_execution: row.file_execution_id,
    event_time: eventTime,
    data: {
      type: 'LOG',
      stage: row.stage,
      level: row.level,
      log: row.log,
      timestamp: row.event_time.getTime() / 1000,
      step: null,
      iteration: null,
      iteration_total: null,
      cost_type: null,
      cost_units: null,
      cost_value: null,
      execution_id: row.execution_id,
      file_execution_id: row.file_execution_id,
      organization_id: slug,
    },
    created_at: eventTime,
    modified_at: eventTime,
  }
}

/** Presents log lines as CSV, one after the other, under the names of their fields. */
export const toCsv = (logs: readonly api.ExecutionLog[]): string =>
  [
    csvLine(['event_time', 'level', 'stage', 'file_execution', 'log']),
    ...logs.map(({ event_time, file_execution, data: { level, stage, log } }) =>
      csvLine([event_time, level, stage ?? '', file_execution ?? '', log]),
    ),
  ].join('')
