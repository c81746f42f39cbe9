import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { isConnectionLost } from '../../platform/db/outage.ts'
import { breaksReference } from '../../platform/db/refusals.ts'
import type { KeptDocument, StoredDocument } from './documents.store.ts'
import { type ArrivedDocument, dropFiles, keepDocuments } from './keep-documents.ts'

/** What gives documents their rows, as parts of a statement that also stores what refers to them. */
export type DocumentParts = {
  /** A `with` query: gives rows to those that have none, where the condition holds; returns hash and path. */
  insertion(condition: RawBuilder<unknown>): RawBuilder<unknown>
  /** Hash and path of those that had their rows before. */
  readonly known: RawBuilder<unknown>
}

type Acted<T> = { readonly result: T; readonly stored: readonly StoredDocument[] }

type Done<T> = {
  readonly result: T
  /** Those that came for the first time are new. */
  readonly stored: readonly (StoredDocument & { readonly isNew: boolean })[]
}

/** How often a document may be forgotten, in the very moment in which it comes again. */
const maxForgotten = 5

/**
 * Keeps documents under their content, as `storeDocuments` does, for one statement that is its own
 * transaction: `act` runs it and tells which documents have their rows, with their places. `act` runs
 * again when one was forgotten meanwhile.
 */
export async function storeDocumentsWith<T>(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  documents: readonly ArrivedDocument[],
  act: (parts: DocumentParts) => Promise<Acted<T>>,
): Promise<Done<T>> {
  const kept = await keepDocuments(ctx, tenant, documents)
  let superfluous = kept.map(({ path }) => path)
  try {
    const { result, stored } = await despiteForgetting(() => act(partsOf(tenant, kept)))
    const needed = new Set(stored.map(({ path }) => path))
    superfluous = superfluous.filter((path) => !needed.has(path))
    const brought = new Set(kept.map(({ path }) => path))
    const isNew = ({ path }: StoredDocument) => path !== null && brought.has(path)
    return { result, stored: stored.map((one) => ({ ...one, isNew: isNew(one) })) }
  } catch (error) {
    // Nobody can be sure: the statement may have been done, and failed to tell.
    if (isConnectionLost(error)) superfluous = []
    throw error
  } finally {
    await dropFiles(ctx, superfluous)
  }
}

async function despiteForgetting<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt > maxForgotten || !breaksReference(error)) throw error
    }
  }
}

function partsOf({ organizationId }: Tenant, kept: readonly KeptDocument[]): DocumentParts {
  // Always in the same order: two requests with the same files cannot block each other.
  const ordered = kept.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  const rows = JSON.stringify(
    ordered.map(({ hash, size, mimeType, path }) => ({ hash, size, mime_type: mimeType, path })),
  )
  const hashes = ordered.map(({ hash }) => hash)
  return {
    insertion: (condition) => sql`
      insert into stored_document (organization_id, hash, size, mime_type, path)
      select ${organizationId}, hash, size, mime_type, path
      from json_to_recordset(${rows}) as d (hash text, size bigint, mime_type text, path text)
      where ${condition}
      on conflict (organization_id, hash) do nothing
      returning hash, path`,
    known: sql`
      select hash, path from stored_document
      where organization_id = ${organizationId} and hash = any (${hashes})`,
  }
}
