import type { DestinationCall } from '@recto/contract/executions/destination-calls'
import { presentTime } from '../../../platform/wire-format.ts'
import type { ListedCall } from '../destination/destination-calls.store.ts'

export const presentCall = (row: ListedCall): DestinationCall => ({
  id: row.id,
  file_id: row.file_execution_id,
  file_name: row.file_name,
  item_number: row.item_number || null,
  idempotency_key: row.idempotency_key,
  state: row.state,
  attempts: row.attempts,
  status_code: row.status_code,
  error: row.last_error,
  created_at: presentTime(row.created_at),
  last_attempt_at: row.last_attempt_at && presentTime(row.last_attempt_at),
})
