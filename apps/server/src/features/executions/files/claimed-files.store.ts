import { sql } from 'kysely'
import type { WorkTable } from '../../../platform/work/item-store.ts'

const isOpen = sql`status in ('PENDING', 'EXECUTING')`

/** The files of executions as items of work; the files of a workflow are a group. */
export const fileTable: WorkTable = {
  table: 'file_execution',
  group: sql`coalesce(workflow_id, execution_id)`,
  isAwaited: sql`is_awaited`,
  isWaiting: sql`worker_id is null and waits_until is null and ${isOpen}`,
  isHeld: sql`worker_id is not null and ${isOpen}`,
  isAsleep: sql`waits_until is not null and worker_id is null and ${isOpen}`,
  onClaim: sql`modified_at = now()`,
}
