import type { chatAppFields } from '@recto/contract/chat-apps/chat-app-fields'
import type { ColumnType, Generated } from 'kysely'
import type { FieldColumns } from '../field-columns.ts'

type Time = ColumnType<Date, Date | undefined, Date>

export type ChatAppTables = {
  chat_app: FieldColumns<typeof chatAppFields> & {
    id: Generated<string>
    organization_id: number
    created_at: Time
    modified_at: Time
  }
  canned_question: {
    id: Generated<string>
    organization_id: number
    app_id: string
    question: string
    is_active: Generated<boolean>
    created_at: Time
    modified_at: Time
  }
  app_document: {
    id: Generated<string>
    organization_id: number
    /** The apps of a workflow share its documents; null once it is deleted. */
    workflow_id: string | null
    file_name: string
    /** Key of the file in the documents module. */
    file_hash: string
    handed_at: Time
    /** Set when no app uses it any more; derived data is deleted soon. */
    removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  app_passages: {
    /** Collection in the vector database. */
    collection: string
    organization_id: number
    document_id: string
    vector_db_id: string
    /** Whether the whole document can be searched. */
    is_whole: boolean
    created_at: Time
  }
  chat_history: {
    id: Generated<string>
    organization_id: number
    app_id: string
    user_id: number
    label: string
    session_id: Generated<string>
    created_at: Time
  }
  /** A question and its answer. */
  chat_question: {
    id: Generated<string>
    organization_id: number
    chat_history_id: string
    /** Index within the conversation, from 0. */
    place: number
    question: string
    state: 'answering' | 'answered' | 'failed' | 'stopped'
    /** The error, if it failed. */
    error: string | null
    /** The answer so far. */
    answer: Generated<string>
    answer_id: Generated<string>
    kind: 'answer' | 'passages' | 'not-answered' | null
    citations: ColumnType<readonly KeptCitation[], string | undefined, string>
    /** Documents that could not be used for the answer. */
    unread: ColumnType<readonly KeptUnread[], string | undefined, string>
    /** Last heartbeat of the process that answers. */
    heard_at: Time
    created_at: Time
  }
}

export type KeptCitation = {
  readonly number: number
  readonly documentId: string
  readonly fileName: string
  readonly page: number
  readonly boxes: readonly (readonly [number, number, number, number])[]
  readonly quote: string
}

export type KeptUnread = { readonly fileName: string; readonly reason: string }
