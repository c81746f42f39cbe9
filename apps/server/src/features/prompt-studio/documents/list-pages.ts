import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { rethrowExplained } from '../../answering/answering.port.ts'
import { type DocumentPages, inspectStoredDocument } from '../../documents/documents.port.ts'
import { getDocument } from '../rows/access.ts'
import type { DocumentRow } from '../rows/documents.store.ts'

type ListPagesRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
}

/** Lists the sizes of the pages, without drawing or reading them. */
export async function listPages(
  ctx: ListPagesDependencies,
  { actor, projectId, documentId }: ListPagesRequest,
): Promise<DocumentPages> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  return loadPages(ctx, tenantOf(ctx, actor), document)
}

type ListPagesDependencies = Pick<Context, 'cache' | 'db' | 'files' | 'reader' | 'vault'>

/** Does not check whether the caller may see the document. */
export async function loadPages(
  ctx: ListPagesDependencies,
  tenant: Tenant,
  document: DocumentRow,
): Promise<DocumentPages> {
  return inspectStoredDocument(ctx, tenant, document).catch(rethrowExplained)
}
