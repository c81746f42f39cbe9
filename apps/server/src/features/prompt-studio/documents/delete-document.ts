import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { type AnsweringDependencies, deleteExample } from '../../answering/answering.port.ts'
import { enqueueLayoutCompilation } from '../layouts/enqueue-layout-compilation.ts'
import { getDocument } from '../rows/access.ts'
import { deleteDocumentRow } from '../rows/documents.store.ts'
import { saveRemoved } from '../rows/removed.store.ts'
import { clearDocuments } from './clear-documents.ts'
import { recordDocument } from './record-document.ts'

type DeleteDocumentRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
}

/**
 * Deletes a document with its index rows, vectors, texts and outputs. It can be restored for a
 * while with its outputs, and is then indexed again.
 */
export async function deleteDocument(
  ctx: AnsweringDependencies & Pick<Context, 'jobs' | 'log'>,
  { actor, projectId, documentId }: DeleteDocumentRequest,
): Promise<void> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const tenant = tenantOf(ctx, actor)
  const item = { id: documentId, projectId, kind: 'document', hash: document.hash } as const
  await clearDocuments(ctx, tenant, [document], () =>
    inTransaction(tenant, async (transaction) => {
      await saveRemoved(transaction, { ...item, removedBy: actor.userId })
      await deleteDocumentRow(transaction, documentId)
      await recordDocument(transaction, actor, { done: 'deleted', document })
      await deleteExample(transaction, { projectId, documentHash: document.hash })
      await enqueueLayoutCompilation(ctx, transaction, { projectId })
    }),
  )
}
