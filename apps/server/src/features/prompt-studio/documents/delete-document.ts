import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AnsweringNeeds } from '../../answering/answering.port.ts'
import { deleteDocumentRow } from '../rows/documents.store.ts'
import { getDocument } from '../rows/get-document.ts'
import { clearDocuments } from './clear-documents.ts'

type Input = { readonly actor: Actor; readonly projectId: string; readonly documentId: string }

/** Its index rows, vectors, texts and outputs go with it. */
export async function deleteDocument(
  ctx: AnsweringNeeds & Pick<Context, 'log'>,
  { actor, projectId, documentId }: Input,
): Promise<void> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const tenant = tenantOf(ctx, actor)
  await clearDocuments(ctx, tenant, [document], () => deleteDocumentRow(tenant, documentId))
}
