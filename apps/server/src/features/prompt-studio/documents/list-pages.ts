import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { rethrowExplained } from '../../answering/answering.port.ts'
import { type DocumentPages, inspectDocument } from '../../documents/documents.port.ts'
import { getDocument } from '../rows/get-document.ts'

type Input = { readonly actor: Actor; readonly projectId: string; readonly documentId: string }

/** The sizes of the pages, before anything of them is drawn or read. */
export async function listPages(
  ctx: Pick<Context, 'cache' | 'db' | 'files' | 'reader'>,
  { actor, projectId, documentId }: Input,
): Promise<DocumentPages> {
  const { hash, name } = await getDocument(ctx, { actor, projectId, documentId })
  return inspectDocument(ctx, tenantOf(ctx, actor), { hash, name }).catch(rethrowExplained)
}
