import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { openVectorDb } from '../../adapters/adapters.port.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import type { IndexRow } from '../rows/indexes.store.ts'

type Indexed = { readonly index: IndexRow; readonly vectorDbId: string }

/**
 * Removes every collection of vectors that the rows name. What a vector database does not give up
 * stays there: a document must not be undeletable because a service is away.
 */
export async function removeVectors(
  ctx: AnsweringNeeds & Pick<Context, 'log'>,
  tenant: Tenant,
  indexed: readonly Indexed[],
): Promise<void> {
  for (const { index, vectorDbId } of indexed) {
    if (index.index_ids_history.length === 0) continue
    try {
      const { vectorDb } = await openVectorDb(ctx, tenant, vectorDbId)
      for (const collection of index.index_ids_history) await vectorDb.remove(collection)
    } catch (error) {
      const reason = describeFailure(error)
      ctx.log.warn({ reason, documentId: index.document_id }, 'vectors could not be removed')
    }
  }
}
