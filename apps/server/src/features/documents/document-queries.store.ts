import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import type { WrittenDocument } from './documents.store.ts'

/** Parts of a statement that insert the rows of documents together with what refers to them. */
export type DocumentQueries = {
  /**
   * Builds a `with` query that inserts the missing rows if the condition holds, and returns their
   * hashes and paths.
   */
  buildInsert(condition: RawBuilder<unknown>): RawBuilder<unknown>
  /** Selects the hashes and paths of the documents that already had rows. */
  readonly existing: RawBuilder<unknown>
}

export function buildDocumentQueries(
  { organizationId }: Pick<Tenant, 'organizationId'>,
  writtenDocuments: readonly WrittenDocument[],
): DocumentQueries {
  // A fixed order, so that two requests with the same files cannot deadlock.
  const sortedDocuments = writtenDocuments.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  const rows = JSON.stringify(
    sortedDocuments.map(({ hash, size, mimeType, path }) => ({
      hash,
      size,
      mime_type: mimeType,
      path,
    })),
  )
  return {
    buildInsert: (condition) => sql`
      insert into stored_document (organization_id, hash, size, mime_type, path)
      select ${organizationId}, hash, size, mime_type, path
      from json_to_recordset(${rows}) as d (hash text, size bigint, mime_type text, path text)
      where ${condition}
      on conflict (organization_id, hash) do nothing
      returning hash, path`,
    // The rows are looked up one by one: for `hash = any (…)` PostgreSQL expects ten rows, so with
    // many documents it would plan the whole statement again each time.
    existing: sql`
      select one.hash, one.path
      from json_to_recordset(${rows}) as d (hash text) cross join lateral (
        select hash, path from stored_document
        where organization_id = ${organizationId} and hash = d.hash limit 1
      ) one`,
  }
}
