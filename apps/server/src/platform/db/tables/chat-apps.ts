import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>

export type ChatAppTables = {
  chat_app: {
    id: Generated<string>
    organization_id: number
    workflow_id: string
    /** Stands in its address. */
    app_name: string
    display_name: string
    description: string
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
    /** Under which the documents room keeps the file. */
    file_hash: string
    handed_at: Time
    /** No app has it any more; what was made of it is removed soon. */
    removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  }
  app_passages: {
    /** Its name in the vector database. */
    collection: string
    organization_id: number
    document_id: string
    vector_db_id: string
    /** Whether all of it can be searched. */
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
    /** From 0, in its conversation. */
    place: number
    question: string
    state: 'answering' | 'answered' | 'failed' | 'stopped'
    /** Why it failed. */
    error: string | null
    /** As far as it has come. */
    answer: Generated<string>
    answer_id: Generated<string>
    kind: 'answer' | 'passages' | 'not-answered' | null
    citations: ColumnType<readonly KeptCitation[], string | undefined, string>
    /** The documents that it was answered without. */
    unread: ColumnType<readonly KeptUnread[], string | undefined, string>
    /** When whoever answers it was last seen at it. */
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
