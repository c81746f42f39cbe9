import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { type AnsweringNeeds, forgetPassages } from '../../answering/answering.port.ts'
import type { IndexRow } from '../rows/indexes.store.ts'

type Indexed = {
  readonly index: Pick<IndexRow, 'document_id' | 'index_ids_history' | 'vector_dbs'>
  /** Where those lie of which that is not known. */
  readonly vectorDbId: string
}

/**
 * Removes every collection of vectors that the rows name, and returns those that are gone. What a vector
 * database does not give up stays there: a document must not be undeletable because a service is away.
 */
export async function removeVectors(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  indexed: readonly Indexed[],
): Promise<readonly string[]> {
  const removed: string[] = []
  for (const { index, vectorDbId } of indexed) {
    for (const collection of index.index_ids_history) {
      const known = index.vector_dbs[collection] ?? vectorDbId
      try {
        await forgetPassages(ctx, tenant, { vectorDbId: known, collection })
        removed.push(collection)
      } catch (error) {
        const reason = describeFailure(error)
        ctx.log.warn({ reason, documentId: index.document_id }, 'vectors could not be removed')
      }
    }
  }
  return removed
}
