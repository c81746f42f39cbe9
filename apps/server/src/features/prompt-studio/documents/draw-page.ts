import { notFoundWithText } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { explainAnsweringError } from '../../answering/answering.port.ts'
import { type DrawnPage, drawDocumentPage } from '../../documents/documents.port.ts'
import { getDocument } from '../rows/access.ts'
import type { DocumentRow } from '../rows/documents.store.ts'

type DrawPageRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  /** Zero-based. */
  readonly page: number
  /** Pixels. */
  readonly width: number
}

/** Draws a page as a picture, whatever the type of the document. */
export async function drawStudioPage(
  ctx: DrawDependencies,
  { actor, projectId, documentId, page, width }: DrawPageRequest,
): Promise<DrawnPage> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  return drawPageOfDocument(ctx, tenantOf(ctx, actor), { document, page, width })
}

type DrawDependencies = Pick<Context, 'cache' | 'db' | 'files' | 'reader' | 'vault'>
type PageToDraw = Pick<DrawPageRequest, 'page' | 'width'> & { readonly document: DocumentRow }

/** Does not check whether the caller may see the document. */
export async function drawPageOfDocument(
  ctx: DrawDependencies,
  tenant: Tenant,
  { document, page, width }: PageToDraw,
): Promise<DrawnPage> {
  try {
    return await drawDocumentPage(ctx, tenant, { ...document, page, width })
  } catch (error) {
    throw error instanceof RangeError
      ? notFoundWithText('Page not found.')
      : explainAnsweringError(error)
  }
}
