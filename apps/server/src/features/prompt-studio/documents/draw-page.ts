import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { explainAnsweringError } from '../../answering/answering.port.ts'
import { type DrawnPage, drawDocumentPage } from '../../documents/documents.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { getDocument, missing } from '../rows/get-document.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly documentId: string
  /** Zero-based. */
  readonly page: number
  /** Pixels. */
  readonly width: number
}

/** A picture of a page as the reader sees it, whatever the type of the document. */
export async function drawPage(
  ctx: Needs,
  { actor, projectId, documentId, page, width }: Input,
): Promise<DrawnPage> {
  const document = await getDocument(ctx, { actor, projectId, documentId })
  return pictureOf(ctx, tenantOf(ctx, actor), { document, page, width })
}

type Needs = Pick<Context, 'cache' | 'db' | 'files' | 'reader' | 'vault'>
type Picture = Pick<Input, 'page' | 'width'> & { readonly document: DocumentRow }

/** Of a document that whoever asks may see. */
export async function pictureOf(
  ctx: Needs,
  tenant: Tenant,
  { document, page, width }: Picture,
): Promise<DrawnPage> {
  try {
    return await drawDocumentPage(ctx, tenant, { ...document, page, width })
  } catch (error) {
    throw error instanceof RangeError ? missing('Page not found.') : explainAnsweringError(error)
  }
}
