import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import {
  type DocumentRow,
  getDocument,
  indexDocumentAndWait,
  loadIndexProgress,
} from '../../prompt-studio/prompt-studio.port.ts'
import { takeOf, takeOfAddress } from '../limits/limit-visitors.ts'
import type { OpenedProject } from '../rows/get-simple-project.ts'

type IndexSimpleDocumentRequest = { readonly documentId: string; readonly address: string }

/** Reads a document and waits for it; one that was read before costs nothing. */
export async function indexSimpleDocument(
  ctx: Context,
  { actor, projectId, tenant }: OpenedProject,
  { documentId, address }: IndexSimpleDocumentRequest,
): Promise<DocumentRow> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  const stateOf = await loadIndexProgress(ctx, { actor, projectId })
  if (stateOf(documentId) === 'done') return document
  await takeOfAddress(ctx, address, 'runs')
  await takeOf(tenant, 'runs')
  const outcome = await indexDocumentAndWait(ctx, { actor, projectId, documentId })
  if (!outcome) throw invalid(null, 'The document is still being read. Check again in a moment.')
  return document
}
