import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { violatesReference } from '../../platform/db/database-errors.ts'
import { isConnectionLost } from '../../platform/db/outage.ts'
import { buildDocumentQueries, type DocumentQueries } from './document-queries.store.ts'
import type { StoredDocument } from './documents.store.ts'
import { deleteUnusedFiles, type ReceivedDocument, writeDocuments } from './write-documents.ts'

type StatementOutcome<T> = { readonly result: T; readonly stored: readonly StoredDocument[] }

type StoreOutcome<T> = {
  readonly result: T
  /** `isNew` marks the documents whose content was stored for the first time. */
  readonly stored: readonly (StoredDocument & { readonly isNew: boolean })[]
}

/** Maximum number of times that a document may be deleted while it is being stored again. */
const maxConflicts = 5

/**
 * Stores documents by content, as `storeDocuments` does, in one statement that is its own
 * transaction. `act` runs the statement and returns the rows of the documents; it runs again when a
 * document was deleted at the same moment.
 */
export async function storeDocumentsInStatement<T>(
  ctx: Pick<Context, 'files'>,
  tenant: Tenant,
  documents: readonly ReceivedDocument[],
  act: (queries: DocumentQueries) => Promise<StatementOutcome<T>>,
): Promise<StoreOutcome<T>> {
  const writtenDocuments = await writeDocuments(ctx, tenant, documents)
  let unusedPaths = writtenDocuments.map(({ path }) => path)
  try {
    const { result, stored: storedDocuments } = await retryOnDeletedDocument(() =>
      act(buildDocumentQueries(tenant, writtenDocuments)),
    )
    const neededPaths = new Set(storedDocuments.map(({ path }) => path))
    unusedPaths = unusedPaths.filter((path) => !neededPaths.has(path))
    const writtenPaths = new Set(writtenDocuments.map(({ path }) => path))
    const isNew = ({ path }: StoredDocument) => path !== null && writtenPaths.has(path)
    return {
      result,
      stored: storedDocuments.map((document) => ({ ...document, isNew: isNew(document) })),
    }
  } catch (error) {
    // The statement may have been committed although the connection was lost, so the files stay.
    if (isConnectionLost(error)) unusedPaths = []
    throw error
  } finally {
    await deleteUnusedFiles(ctx, unusedPaths)
  }
}

async function retryOnDeletedDocument<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt > maxConflicts || !violatesReference(error)) throw error
    }
  }
}
