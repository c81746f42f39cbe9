import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { type AnsweringNeeds, forgetExample } from '../../answering/answering.port.ts'
import { noteApproved } from '../layouts/note-approved.ts'
import { deleteDocumentRow } from '../rows/documents.store.ts'
import { getDocument } from '../rows/get-document.ts'
import { keepRemoved } from '../rows/removed.store.ts'
import { clearDocuments } from './clear-documents.ts'

type Input = { readonly actor: Actor; readonly projectId: string; readonly documentId: string }

/**
 * Its index rows, vectors, texts and outputs go with it; for a while it can be brought back with its
 * outputs, and is indexed anew.
 */
export async function deleteDocument(
  ctx: AnsweringNeeds & Pick<Context, 'jobs' | 'log'>,
  { actor, projectId, documentId }: Input,
): Promise<void> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const tenant = tenantOf(ctx, actor)
  const item = { id: documentId, projectId, kind: 'document', hash: document.hash } as const
  await clearDocuments(ctx, tenant, [document], () =>
    inTransaction(tenant, async (within) => {
      await keepRemoved(within, { ...item, removedBy: actor.userId })
      await deleteDocumentRow(within, documentId)
      await forgetExample(within, { projectId, documentHash: document.hash })
      await noteApproved(ctx, within, { projectId })
    }),
  )
}
