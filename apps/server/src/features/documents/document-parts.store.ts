import { type RawBuilder, sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import type { KeptDocument } from './documents.store.ts'

/** What gives documents their rows, as parts of a statement that also stores what refers to them. */
export type DocumentParts = {
  /** A `with` query: gives rows to those that have none, where the condition holds; returns hash and path. */
  insertion(condition: RawBuilder<unknown>): RawBuilder<unknown>
  /** Hash and path of those that had their rows before. */
  readonly known: RawBuilder<unknown>
}

export function documentParts(
  { organizationId }: Pick<Tenant, 'organizationId'>,
  kept: readonly KeptDocument[],
): DocumentParts {
  // Always in the same order: two requests with the same files cannot block each other.
  const ordered = kept.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  const rows = JSON.stringify(
    ordered.map(({ hash, size, mimeType, path }) => ({ hash, size, mime_type: mimeType, path })),
  )
  return {
    insertion: (condition) => sql`
      insert into stored_document (organization_id, hash, size, mime_type, path)
      select ${organizationId}, hash, size, mime_type, path
      from json_to_recordset(${rows}) as d (hash text, size bigint, mime_type text, path text)
      where ${condition}
      on conflict (organization_id, hash) do nothing
      returning hash, path`,
    // Looked up one by one. Of `hash = any (…)` the database expects ten rows until it sees the list,
    // so that with many documents it plans the whole statement anew each time, to see it.
    known: sql`
      select one.hash, one.path
      from json_to_recordset(${rows}) as d (hash text) cross join lateral (
        select hash, path from stored_document
        where organization_id = ${organizationId} and hash = d.hash limit 1
      ) one`,
  }
}
