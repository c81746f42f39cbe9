import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { explainAnsweringError } from '../../answering/answering.port.ts'
import { type DrawnPage, drawDocumentPage } from '../../documents/documents.port.ts'
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
  ctx: Pick<Context, 'cache' | 'db' | 'files' | 'reader'>,
  { actor, projectId, documentId, page, width }: Input,
): Promise<DrawnPage> {
  const { hash, name } = await getDocument(ctx, { actor, projectId, documentId })
  try {
    return await drawDocumentPage(ctx, tenantOf(ctx, actor), { hash, name, page, width })
  } catch (error) {
    throw error instanceof RangeError ? missing('Page not found.') : explainAnsweringError(error)
  }
}
