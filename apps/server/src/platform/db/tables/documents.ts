import type { ColumnType } from 'kysely'

export type DocumentTables = {
  /**
   * Content that an organization stores once, however many rows refer to it. They do so by foreign
   * keys, so that nothing in use can be deleted.
   */
  stored_document: {
    organization_id: number
    /** SHA-256 of the content, hexadecimal. */
    hash: string
    size: number
    mime_type: string
    /** Path in the file store; null if stored by an earlier version. */
    path: ColumnType<string | null, string, never>
    created_at: ColumnType<Date, Date | undefined, never>
  }
}
