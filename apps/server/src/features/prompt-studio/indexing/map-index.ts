import type { DocumentIndex } from '@recto/contract/prompt-studio/prompt-documents'
import { presentTime } from '../../../platform/wire-format.ts'
import type { IndexRow } from '../rows/indexes.store.ts'

export function presentIndex(row: IndexRow): DocumentIndex {
  return {
    index_manager_id: row.id,
    document_manager: row.document_id,
    profile_manager: row.profile_id,
    raw_index_id: row.raw_index_id,
    summarize_index_id: row.summarize_index_id,
    index_ids_history: row.index_ids_history,
    extraction_status: row.extraction_status,
    created_by: row.created_by,
    modified_by: row.modified_by,
    created_at: presentTime(row.created_at),
    modified_at: presentTime(row.modified_at),
  }
}
