import type * as api from '@recto/contract/executions/file-histories'
import { presentTime } from '../../../platform/wire-format.ts'
import type { FileHistoryRow } from './file-history.store.ts'

type HistoryQuery = Pick<
  api.FileHistorySelection,
  'status' | 'execution_count_min' | 'execution_count_max' | 'file_path'
>

export const toHistoryFilter = (query: HistoryQuery) => ({
  statuses: query.status,
  countMin: query.execution_count_min,
  countMax: query.execution_count_max,
  path: query.file_path,
})

export const presentFileHistory = (row: FileHistoryRow): api.FileHistory => ({
  id: row.id,
  workflow: row.workflow_id,
  file_path: row.file_path,
  file_hash: row.file_hash,
  status: row.status,
  error: row.error,
  execution_count: row.execution_count,
  execution_id: row.execution_id,
  created_at: presentTime(row.created_at),
  modified_at: presentTime(row.modified_at),
})
