import type { ColumnType } from 'kysely'

export type DocumentTables = {
  /**
   * Bytes that an organization keeps once, however many of its rows refer to them. What refers to
   * them has a foreign key, so that nothing in use can be forgotten.
   */
  stored_document: {
    organization_id: number
    /** SHA-256 of the content, hexadecimal. */
    hash: string
    size: number
    mime_type: string
    /** Where the bytes lie in the file store; null where an earlier version has put them. */
    path: ColumnType<string | null, string, never>
    created_at: ColumnType<Date, Date | undefined, never>
  }
}
