import { resultOf } from '../items/held-item.ts'
import type { ReviewItemRow } from '../items/items.store.ts'

/** Presents a result in the form that existing callers expect. */
export function presentKept(item: ReviewItemRow) {
  const { output, metadata = {} } = resultOf(item)
  return {
    file: item.file_name,
    status: 'success' as const,
    result: { output: { ...output }, metadata: { ...metadata } },
    workflow_id: item.workflow_id,
    execution_id: item.execution_id,
    file_execution_id: item.file_execution_id,
    hitl_queue_name: item.queue_name,
    hitl_packet_id: item.packet_id,
  }
}
