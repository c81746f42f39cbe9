import type { reviewRuleFields, SyncTarget } from '@recto/contract/review/review-rules'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { FieldColumns } from '../field-columns.ts'

type Time = ColumnType<Date, Date | undefined, Date>
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>
type MaybeJson = ColumnType<unknown, string | null | undefined, string | null>

type ReviewEventKind =
  | 'caught'
  | 'taken'
  | 'edited'
  | 'returned'
  | 'finished'
  | 'undone'
  | 'rejected'
  | 'approved'
  | 'withdrawn'
  | 'fetched'

export type ReviewTables = {
  /** Rules for which files of a workflow are reviewed by people. */
  review_rule: FieldColumns<Omit<typeof reviewRuleFields, 'wrongPerThousand'>> & {
    id: Generated<string>
    organization_id: number
    wrong_per_thousand: Generated<number | null>
    created_at: Time
    modified_at: Time
  }
  review_setting: {
    id: Generated<string>
    organization_id: number
    workflow_id: string
    sync_with: SyncTarget
    created_at: Time
    modified_at: Time
  }
  /** Reviewers whose finished reviews need no approval; one row per organization. */
  review_auto_approval: {
    organization_id: number
    document_classes: string[]
    user_emails: string[]
    modified_at: Time
  }
  /** A key for reading the approved results of an organization. */
  review_key: {
    id: Generated<string>
    organization_id: number
    description: string
    key_hash: string
    sealed_key: string
    is_active: Generated<boolean>
    created_by: number | null
    created_at: Time
    modified_at: Time
  }
  /** A file whose values wait for review, and its outcome. */
  review_item: {
    id: Generated<string>
    organization_id: number
    workflow_id: string
    workflow_name: Generated<string>
    execution_id: string | null
    file_execution_id: string
    file_name: Generated<string>
    file_hash: Generated<string>
    mime_type: Generated<string>
    queue_name: Generated<string>
    packet_id: string | null
    reason: Generated<string>
    machine_result: MaybeJson
    result: MaybeJson
    is_edited: Generated<boolean>
    status: Generated<'PENDING' | 'FINISHED' | 'APPROVED' | 'FETCHED'>
    position: ColumnType<number, never, unknown>
    holder_id: number | null
    held_since: MaybeTime
    held_until: MaybeTime
    note: string | null
    finished_by: number | null
    finished_at: MaybeTime
    /** The person who finished the review can undo it until then. */
    undo_until: MaybeTime
    approved_by: number | null
    approved_at: MaybeTime
    /** The approval can be undone until then, and its result is delivered afterwards; null once it is. */
    delivers_at: MaybeTime
    is_kept: Generated<boolean>
    /** Where an approved result goes: set by the approval, and for open items by the deletion of their workflow. */
    sync_with: 'DB' | 'Queue' | null
    fetched_until: MaybeTime
    fetched_at: MaybeTime
    created_at: Time
    modified_at: Time
  }
  /** History of an item. */
  review_event: {
    /** Chronological, also within a transaction. */
    id: GeneratedAlways<number>
    organization_id: number
    item_id: string
    workflow_id: string
    at: Time
    user_id: number | null
    kind: ReviewEventKind
    field: string | null
    before: MaybeJson
    after: MaybeJson
    places: MaybeJson
    note: string | null
  }
}
