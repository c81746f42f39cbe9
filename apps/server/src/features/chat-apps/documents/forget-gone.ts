import type { Context } from '../../../platform/context.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import { forgetPassages } from '../../answering/answering.port.ts'
import { forgetDocument } from '../../documents/documents.port.ts'
import {
  type GoneDocument,
  listGoneDocuments,
  removeGoneDocument,
} from '../../executions/executions.port.ts'
import { findPassages, forgetKept } from './passages.store.ts'

const portion = 100

/** Removes what was made of documents that no app has any more, and the documents where nothing else refers to them. */
export async function forgetGone(ctx: Context): Promise<void> {
  for (const document of await listGoneDocuments(ctx, portion)) {
    await forget(ctx, document).catch((error: unknown) => {
      // The next round tries again; the others need not wait for it.
      ctx.log.warn({ reason: describeFailure(error) }, 'a document of an app could not be removed')
    })
  }
}

/** Each step can be repeated. The row that leads to all of it goes last. */
async function forget(ctx: Context, { id, organizationId, hash }: GoneDocument): Promise<void> {
  const tenant = { db: ctx.db, organizationId }
  for (const { collection, vector_db_id: vectorDbId } of await findPassages(tenant, id)) {
    await forgetPassages(ctx, tenant, { collection, vectorDbId })
    await forgetKept(tenant, collection)
  }
  // One that was handed over again meanwhile stays.
  if (await removeGoneDocument(tenant, id)) await forgetDocument(ctx, tenant, hash)
}
