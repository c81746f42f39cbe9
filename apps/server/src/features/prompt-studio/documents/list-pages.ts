import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { rethrowExplained } from '../../answering/answering.port.ts'
import { type DocumentPages, inspectDocument } from '../../documents/documents.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { getDocument } from '../rows/get-document.ts'

type Input = { readonly actor: Actor; readonly projectId: string; readonly documentId: string }

/** The sizes of the pages, before anything of them is drawn or read. */
export async function listPages(
  ctx: Needs,
  { actor, projectId, documentId }: Input,
): Promise<DocumentPages> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  return pagesOf(ctx, tenantOf(ctx, actor), document)
}

type Needs = Pick<Context, 'cache' | 'db' | 'files' | 'reader' | 'vault'>

/** Of a document that whoever asks may see. */
export async function pagesOf(
  ctx: Needs,
  tenant: Tenant,
  document: DocumentRow,
): Promise<DocumentPages> {
  return inspectDocument(ctx, tenant, document).catch(rethrowExplained)
}
