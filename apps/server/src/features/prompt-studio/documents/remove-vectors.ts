import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { type AnsweringDependencies, deleteDocumentIndex } from '../../answering/answering.port.ts'
import type { IndexRow } from '../rows/indexes.store.ts'

export type IndexToRemove = {
  readonly index: Pick<IndexRow, 'document_id' | 'index_ids_history' | 'vector_dbs'>
  /** The vector database of collections whose database is not recorded. */
  readonly vectorDbId: string
}

/**
 * Removes all vector collections that the rows name, and returns the removed ones. A collection
 * that cannot be removed stays in its vector database: a document must stay deletable while a
 * service is down.
 */
export async function removeIndexVectors(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  indexes: readonly IndexToRemove[],
): Promise<readonly string[]> {
  const removedCollections: string[] = []
  for (const { index, vectorDbId } of indexes) {
    for (const collection of index.index_ids_history) {
      const collectionDbId = index.vector_dbs[collection] ?? vectorDbId
      try {
        await deleteDocumentIndex(ctx, tenant, { vectorDbId: collectionDbId, collection })
        removedCollections.push(collection)
      } catch (error) {
        const reason = describeFailure(error)
        ctx.log.warn({ reason, documentId: index.document_id }, 'failed to remove vectors')
      }
    }
  }
  return removedCollections
}
