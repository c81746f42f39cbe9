import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ChatDocument, SearchableDocument } from '../../answering/answering.port.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import { isIndexed, savePassages } from '../documents/passages.store.ts'

type DocumentToIndex = {
  readonly document: ChatDocument
  readonly passages: SearchableDocument
  readonly searchOutcome?: { readonly isLost?: boolean } | undefined
}

/**
 * Indexes the chunks of a document for search, once across all processes, and again when the index
 * was lost.
 */
export async function indexOnce(
  {
    configurationVersion,
    configurationCache,
  }: Pick<Context, 'configurationVersion' | 'configurationCache'>,
  tenant: Tenant,
  { calls, ...documentToIndex }: DocumentToIndex & { readonly calls: CallContext },
): Promise<void> {
  let isIndexing = false
  const index = () => {
    isIndexing = true
    return indexDocument(tenant, calls, documentToIndex)
  }
  // If the index was deleted since it was cached as present, the search reports it as lost.
  if (!configurationVersion || documentToIndex.searchOutcome?.isLost) await index()
  else {
    const name = `indexed/${documentToIndex.passages.collection}`
    await configurationCache.get(configurationVersion, name, index).catch((error: unknown) => {
      // Another question started the indexing, and may have been stopped.
      if (isIndexing) throw error
      return index()
    })
  }
}

async function indexDocument(
  tenant: Tenant,
  { claims }: CallContext,
  { document, passages, searchOutcome = {} }: DocumentToIndex,
): Promise<void> {
  const { collection, vectorDbId } = passages
  if (!searchOutcome.isLost && (await isIndexed(tenant, collection))) return
  await claims.withLock(`app-index/${tenant.organizationId}/${collection}`, async () => {
    if (!searchOutcome.isLost && (await isIndexed(tenant, collection))) return
    // Recorded before it is written, so that what a crashed process leaves behind is deleted with
    // the document.
    await savePassages(tenant, { collection, documentId: document.id, vectorDbId, isWhole: false })
    await passages.index()
    await savePassages(tenant, { collection, documentId: document.id, vectorDbId, isWhole: true })
  })
}
