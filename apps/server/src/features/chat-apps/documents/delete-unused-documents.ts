import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { deleteDocumentIndex } from '../../answering/answering.port.ts'
import { deleteDocument } from '../../documents/documents.port.ts'
import {
  deleteRemovedDocument,
  listRemovedDocuments,
  type RemovedDocument,
} from '../../executions/executions.port.ts'
import { deletePassages, findPassages } from './passages.store.ts'

const portion = 100

/**
 * Deletes the indexes of documents that no app uses, and the documents themselves if nothing else
 * refers to them.
 */
export async function deleteUnusedDocuments(ctx: Context): Promise<void> {
  for (const document of await listRemovedDocuments(ctx, portion)) {
    await deleteRemaining(ctx, document).catch((error: unknown) => {
      // The next run tries again, and the other documents need not wait for it.
      ctx.log.warn({ reason: describeFailure(error) }, 'a document of an app could not be removed')
    })
  }
}

/**
 * Deletes one document. Each step can be repeated, so the row that refers to the rest is deleted
 * last.
 */
async function deleteRemaining(
  ctx: Context,
  { id, organizationId, hash }: RemovedDocument,
): Promise<void> {
  const tenant = { db: ctx.db, organizationId }
  for (const { collection, vector_db_id: vectorDbId } of await findPassages(tenant, id)) {
    await deleteDocumentIndex(ctx, tenant, { collection, vectorDbId })
    await deletePassages(tenant, collection)
  }
  // A document that was added to an app again in the meantime is not deleted.
  if (await deleteRemovedDocument(tenant, id)) await deleteDocument(ctx, tenant, hash)
}
