import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ChatDocument, DocumentIndex } from '../../answering/answering.port.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import { isIndexed, keepIndexed } from '../documents/passages.store.ts'

type ToIndex = {
  readonly document: ChatDocument
  readonly passages: DocumentIndex
  readonly found?: { readonly isLost?: boolean } | undefined
}

/**
 * Indexes the chunks of a document for search, once across all processes, and again when the index
 * was lost.
 */
export async function indexOnce(
  { configuration, configurations }: Pick<Context, 'configuration' | 'configurations'>,
  tenant: Tenant,
  { calls, ...documentToIndex }: ToIndex & { readonly calls: CallContext },
): Promise<void> {
  let isHere = false
  const index = () => {
    isHere = true
    return indexAnew(tenant, calls, documentToIndex)
  }
  // If the index was deleted since it was cached as present, the search reports it as lost.
  if (!configuration || documentToIndex.found?.isLost) await index()
  else {
    const name = `indexed/${documentToIndex.passages.collection}`
    await configurations.get(configuration, name, index).catch((error: unknown) => {
      // Another question started the indexing, and may have been stopped.
      if (isHere) throw error
      return index()
    })
  }
}

async function indexAnew(
  tenant: Tenant,
  { claims }: CallContext,
  { document, passages, found = {} }: ToIndex,
): Promise<void> {
  const { collection, vectorDbId } = passages
  if (!found.isLost && (await isIndexed(tenant, collection))) return
  await claims.withLock(`app-index/${tenant.organizationId}/${collection}`, async () => {
    if (!found.isLost && (await isIndexed(tenant, collection))) return
    // Recorded before it is written, so that what a crashed process leaves behind is deleted with
    // the document.
    await keepIndexed(tenant, { collection, documentId: document.id, vectorDbId, isWhole: false })
    await passages.index()
    await keepIndexed(tenant, { collection, documentId: document.id, vectorDbId, isWhole: true })
  })
}
